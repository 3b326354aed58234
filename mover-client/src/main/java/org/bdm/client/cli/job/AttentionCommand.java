package org.bdm.client.cli.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.MomentText;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.AcknowledgeItem;
import org.bdm.core.control.site.AcknowledgementView;
import org.bdm.core.control.site.AttentionActionView;
import org.bdm.core.control.site.AttentionView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what needs a person, grouped by cause, and puts items away. */
@Command(
        name = "attention",
        footer = {"bdm-client attention", "bdm-client attention --all"},
        description = {
            "Lists what needs a person, grouped by cause.",
            "Each item has an id and what to do, in order: what removes the cause, and then the command that ends the item. An item vanishes when its cause is gone: the job is"
                    + " resumed, retried or deleted, a backup is good again. 'attention ack' puts an item away until then."
        })
public final class AttentionCommand extends Verb {
    @Option(names = "--all", description = "Also list acknowledged items.")
    boolean all;

    private String heading = "";

    @Override
    protected ExitCode run() {
        Iterator<AttentionView> items = api().attention().items(all);
        if (!items.hasNext() && !json()) terminal().message("nothing needs attention");
        print(items, this::lines);
        return ExitCode.DONE;
    }

    private void lines(AttentionView item) {
        AcknowledgementView known = item.acknowledgement();
        String now = (known == null ? "" : "acknowledged, ") + item.code() + ": " + item.advice();
        if (!now.equals(heading)) terminal().line(now);
        heading = now;
        terminal().line("  " + item.id() + "  " + item.text());
        String files = item.files() > 0 ? ", " + Plural.of(item.files(), "file") : "";
        String times =
                item.times() > 1 ? ", " + item.times() + " times, last " + TimeText.moment(item.lastAt(), zone()) : "";
        terminal().line("    since " + TimeText.moment(item.since(), zone()) + files + times);
        if (known == null) actions(item);
        else terminal().line("    " + word(known));
    }

    /** The commands in the order in which they help; a server before this version names only one. */
    private void actions(AttentionView item) {
        if (item.actions().isEmpty()) terminal().line("    " + item.command());
        int width = item.actions().stream()
                .mapToInt(action -> action.label().length())
                .max()
                .orElse(0);
        for (AttentionActionView action : item.actions()) {
            String pad = " ".repeat(width - action.label().length());
            terminal().line("    " + action.label() + ":" + pad + " " + action.command());
        }
    }

    private String word(AcknowledgementView known) {
        return "acknowledged by " + known.by() + " at " + TimeText.moment(known.at(), zone())
                + (known.until() == null ? "" : ", until " + TimeText.moment(known.until(), zone()))
                + (known.note() == null ? "" : ": " + known.note());
    }

    @Command(
            name = "ack",
            footer = {
                "bdm-client attention ack failed-job-7 --note \"typo, see job-8\"",
                "bdm-client attention ack --code SOURCE_NOT_FOUND --until 7d"
            },
            description = {
                "Acknowledges items, so that they are not listed.",
                "An item is listed again when its cause changes or occurs anew, after --until, and after the time that the"
                        + " server is set to (90 days)."
            })
    ExitCode ack(
            @Parameters(paramLabel = "ID", arity = "0..*", description = "Ids of items, from 'attention'.") @Nullable List<String> ids,
            @Option(
                            names = "--code",
                            paramLabel = "CODE",
                            description = "All open items of this cause, instead of ids.")
                    @Nullable String code,
            @Option(
                            names = "--until",
                            paramLabel = "TIME",
                            description = "List it again then: RFC 3339, a day, or e.g. 7d from now.")
                    @Nullable String until,
            @Option(names = "--note", paramLabel = "TEXT", description = "A note for others.") @Nullable String note) {
        AcknowledgeItem wish = new AcknowledgeItem(note, until == null ? null : moment(until));
        List<String> named = ids == null ? List.of() : ids;
        if (named.isEmpty() == (code == null)) throw usage("give ids of items or --code");
        List<String> meant = code == null ? named : ofCode(code);
        if (meant.isEmpty()) terminal().message("no open item has the code " + code);
        return each(meant, id -> api().attention().acknowledge(id, wish), "acknowledged");
    }

    private Instant moment(String until) {
        try {
            return MomentText.future(until, pacer().clock());
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private List<String> ofCode(String code) {
        List<String> ids = new ArrayList<>();
        api().attention().items(false).forEachRemaining(item -> {
            if (item.code().equalsIgnoreCase(code)) ids.add(item.id());
        });
        return ids;
    }

    @Command(
            name = "unack",
            footer = "bdm-client attention unack failed-job-7",
            description = "Lists acknowledged items again.")
    ExitCode unack(
            @Parameters(paramLabel = "ID", arity = "1..*", description = "Ids of items, from 'attention --all'.")
                    List<String> ids) {
        return each(ids, api().attention()::reopen, "open again");
    }

    /** One after the other; a refusal for one does not keep the others. The exit code is that of the first refusal. */
    private ExitCode each(List<String> ids, Function<String, AttentionView> change, String done) {
        ExitCode worst = ExitCode.DONE;
        for (String id : ids) {
            ExitCode one = attempted(id, change, done);
            if (worst == ExitCode.DONE) worst = one;
        }
        return worst;
    }

    private ExitCode attempted(String id, Function<String, AttentionView> change, String done) {
        try {
            return shown(change.apply(id), item -> terminal().message(item.id() + " " + done));
        } catch (ServerRefusal refusal) {
            return front().report(refusal);
        }
    }
}
