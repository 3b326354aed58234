package org.bdm.client.cli.dataset;

import java.util.Locale;
import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.FoundBySubscriptionView;
import org.bdm.core.control.dataset.SubscriptionView;
import org.bdm.core.control.job.SourcePolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        footer = "bdm-client subscribe show subscription-3 --datasets",
        description = {"Shows a subscription and its last run.", "How far each index was harvested, and what was found."
        })
final class SubscribeShowCommand extends Verb {
    @Parameters(paramLabel = "SUBSCRIPTION", description = "The id, from 'subscribe list'.")
    String id = "";

    @Option(names = "--datasets", description = "Also list every dataset that it found, with its job.")
    boolean datasets;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "With --datasets: only those, e.g. NEW or INCOMPLETE.")
    @Nullable String state;

    @Override
    protected ExitCode run() {
        if (state != null && !datasets) throw usage("--state needs --datasets");
        SubscriptionView shown = api().subscriptions().subscription(id);
        String wanted = state == null ? null : state.toUpperCase(Locale.ROOT);
        if (json()) {
            terminal().json(shown);
            if (datasets) api().subscriptions().found(id, wanted).forEachRemaining(terminal()::json);
            return ExitCode.DONE;
        }
        text(shown);
        if (!datasets) return ExitCode.DONE;
        Table table = new Table("/DATASET", "STATE", "JOB", "REQUEST", "~REASON");
        api().subscriptions().found(id, wanted).forEachRemaining(found -> row(table, found));
        terminal().table(table);
        return ExitCode.DONE;
    }

    private void text(SubscriptionView shown) {
        terminal().line("subscription   " + shown.id() + ", " + shown.state() + ", by " + shown.owner());
        if (!shown.label().isEmpty()) terminal().line("label          " + shown.label());
        terminal().line("query          " + SubscribeCommand.shown(shown.query()));
        terminal().line("destination    " + shown.destination());
        if (shown.sourcePolicy() != null) sources(shown.sourcePolicy());
        terminal().line("new versions   " + shown.onNewVersion() + (shown.needsApproval() ? ", as requests" : ""));
        terminal()
                .line("policies       retracted: "
                        + Objects.requireNonNullElse(shown.onRetracted(), "the server's policy") + ", superseded: "
                        + Objects.requireNonNullElse(shown.onSuperseded(), "the server's policy"));
        caps(shown);
        terminal().line("next run       " + TimeText.moment(shown.nextAt(), zone()));
        SubscriptionView.Run last = shown.last();
        if (last != null) {
            terminal()
                    .line("last run       " + TimeText.moment(last.begunAt(), zone()) + ": "
                            + SubscribeCommand.run(last));
            if (!last.trouble().isEmpty()) terminal().line("trouble        " + last.trouble());
        }
        if (shown.incomplete() > 0) terminal().line("incomplete     " + SubscribeCommand.incomplete(shown));
        for (SubscriptionView.IndexMark mark : shown.indexes()) {
            String until = mark.harvested() == null ? "never" : "up to " + TimeText.moment(mark.harvested(), zone());
            terminal()
                    .line("index          " + mark.index() + ", harvested " + until
                            + silent(mark)
                            + (mark.warning().isEmpty() ? "" : ": " + mark.warning()));
        }
    }

    private String silent(SubscriptionView.IndexMark mark) {
        if (mark.failingSince() != null) return ", silent since " + TimeText.moment(mark.failingSince(), zone());
        if (mark.emptySince() != null) return ", lists nothing since " + TimeText.moment(mark.emptySince(), zone());
        return "";
    }

    private void caps(SubscriptionView shown) {
        Long bytes = shown.maxBytesPerRun();
        Long datasets = shown.maxDatasetsPerRun();
        if (bytes != null) terminal().line("a run takes    at most " + ByteSize.text(bytes));
        if (datasets != null) terminal().line("a run takes    at most " + Plural.of(datasets, "dataset"));
    }

    private void sources(SourcePolicy policy) {
        if (!policy.preferNodes().isEmpty())
            terminal().line("prefers        " + String.join(", ", policy.preferNodes()));
        if (!policy.avoidNodes().isEmpty()) terminal().line("avoids         " + String.join(", ", policy.avoidNodes()));
        if (!policy.alsoAt().isEmpty()) terminal().line("read first     " + String.join(", ", policy.alsoAt()));
        terminal().line("held already   " + Objects.requireNonNullElse(policy.reuse(), "copy"));
    }

    private static void row(Table table, FoundBySubscriptionView found) {
        table.row(
                found.dataset(),
                found.state(),
                Objects.requireNonNullElse(found.job(), ""),
                Objects.requireNonNullElse(found.request(), ""),
                found.text());
    }
}
