package org.bdm.client.cli.dataset;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.dataset.SubscriptionView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about standing queries. */
@Command(
        name = "subscribe",
        description = {"Replicates new datasets of the indexes by standing queries.", "Marks retracted ones."},
        subcommands = {SubscribeAddCommand.class, SubscribeShowCommand.class})
public final class SubscribeCommand extends VerbGroup {
    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final String ID = "The id, from 'subscribe list'.";

    @Command(
            name = "list",
            footer = "bdm-client subscribe list",
            description = "Lists subscriptions with their last and next runs.")
    ExitCode list() {
        Table table =
                new Table("SUBSCRIPTION", "STATE", "?LAST RUN", "?NEXT RUN", ">FOUND", ">?NEW", ">JOBS", "~QUERY");
        return listed(table, api().subscriptions().subscriptions(), one -> row(table, one));
    }

    private void row(Table table, SubscriptionView one) {
        SubscriptionView.Run last = one.last();
        String state = last != null && !last.trouble().isEmpty() ? one.state() + ", trouble" : one.state();
        if (one.incomplete() > 0) state += ", " + one.incomplete() + " incomplete";
        table.row(
                one.id(),
                state,
                last == null ? "" : TimeText.moment(last.begunAt(), zone()),
                one.state().equals("ACTIVE") ? TimeText.moment(one.nextAt(), zone()) : "",
                last == null ? "" : String.valueOf(last.found()),
                last == null ? "" : String.valueOf(last.added()),
                last == null ? "" : String.valueOf(last.jobs()),
                shown(one.query()));
    }

    static String shown(DatasetQuery query) {
        List<String> words = new ArrayList<>();
        query.facets().forEach((facet, values) -> words.add(facet + "=" + String.join(",", values)));
        query.excluded().forEach((facet, values) -> words.add(facet + "!=" + String.join(",", values)));
        words.sort(null);
        return String.join(" ", words);
    }

    @Command(
            name = "pause",
            footer = "bdm-client subscribe pause subscription-3",
            description = "Pauses a subscription.")
    ExitCode pause(@Parameters(paramLabel = "SUBSCRIPTION", description = ID) String id) {
        return shown(api().subscriptions().steer(id, "pause"), this::state);
    }

    @Command(
            name = "resume",
            footer = "bdm-client subscribe resume subscription-3",
            description = "Resumes a paused subscription.")
    ExitCode resume(@Parameters(paramLabel = "SUBSCRIPTION", description = ID) String id) {
        return shown(api().subscriptions().steer(id, "resume"), this::state);
    }

    private void state(SubscriptionView steered) {
        terminal().message(steered.id() + " is " + steered.state());
    }

    @Command(
            name = "remove",
            footer = "bdm-client subscribe remove subscription-3",
            description = "Removes a subscription; its jobs and holdings stay.")
    ExitCode remove(@Parameters(paramLabel = "SUBSCRIPTION", description = ID) String id) {
        return shown(api().subscriptions().remove(id), removed -> terminal().message(removed.id() + " is removed"));
    }

    @Command(
            name = "run",
            footer = "bdm-client subscribe run subscription-3",
            description = {
                "Runs a subscription now and waits for the run.",
                "Works on paused ones too. Datasets that a job did not bring in full are tried again at once. Exit 1 while"
                        + " there are such;",
                "exit 8 if an index did not answer in full or a job was refused, as 'plan' and 'replicate' do; what was"
                        + " found is kept,",
                "and the next run tries again."
            })
    ExitCode run(@Parameters(paramLabel = "SUBSCRIPTION", description = ID) String id) {
        SubscriptionView before = api().subscriptions().steer(id, "run");
        SubscriptionView now = before;
        while (now.runs() == before.runs()) {
            pacer().pause(PAUSE);
            now = api().subscriptions().subscription(id);
        }
        SubscriptionView.Run last = now.last();
        shown(now, this::found);
        if (last != null && !last.trouble().isEmpty()) return ExitCode.REFUSED;
        return now.incomplete() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    /** In words. */
    static String run(SubscriptionView.Run run) {
        String left = run.left() == 0 ? "" : ", " + Plural.of(run.left(), "dataset") + " left to the next run";
        return run.found() + " found, " + run.added() + " new, " + Plural.of(run.jobs(), "job") + left;
    }

    private void found(SubscriptionView now) {
        SubscriptionView.Run last = now.last();
        if (last == null) return;
        terminal().message(run(last));
        if (!last.trouble().isEmpty()) terminal().message(last.trouble());
        if (now.incomplete() > 0) {
            terminal()
                    .message(incomplete(now) + "; see 'bdm-client subscribe show " + now.id()
                            + " --datasets --state INCOMPLETE'");
        }
    }

    static String incomplete(SubscriptionView shown) {
        return Plural.of(shown.incomplete(), "dataset") + " incomplete: a job did not bring all files";
    }
}
