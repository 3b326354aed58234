package org.bdm.client.cli.job;

import java.util.Iterator;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.AttentionView;
import picocli.CommandLine.Command;

/** Lists what needs a person, grouped by cause. */
@Command(
        name = "attention",
        footer = "bdm-client attention",
        description = "Lists what needs a person, grouped by cause.")
public final class AttentionCommand extends Verb {
    @Override
    protected ExitCode run() {
        Iterator<AttentionView> causes = api().attention();
        if (!causes.hasNext() && !json()) terminal().message("nothing needs attention");
        print(causes, this::lines);
        return ExitCode.DONE;
    }

    private void lines(AttentionView cause) {
        terminal().line(cause.code() + ": " + cause.text());
        String files = cause.files() > 0 ? ", " + Plural.of(cause.files(), "file") : "";
        String site = cause.site() == null ? "" : ", site " + cause.site();
        terminal().line("  since " + TimeText.moment(cause.since(), zone()) + files + site);
        if (!cause.jobIds().isEmpty()) terminal().line("  jobs " + String.join(" ", cause.jobIds()));
        terminal().line("  " + cause.advice());
    }
}
