package org.bdm.client.cli.job;

import java.util.Locale;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.JobOptionArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.job.CheckRequest;
import org.bdm.core.control.job.CheckView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two trees without transferring anything. */
@Command(
        name = "check",
        footer = "bdm-client check bdm://north/data/CMIP6 bdm://south/in/CMIP6 --sync-level checksum",
        description = {"Compares two trees without transferring anything.", "Exit 1 when they differ."})
public final class CheckCommand extends Verb {
    @Parameters(index = "0", paramLabel = "A", description = "bdm://SITE/EXPORT/path")
    String a = "";

    @Parameters(index = "1", paramLabel = "B", description = "bdm://SITE/EXPORT/path")
    String b = "";

    @Option(
            names = "--sync-level",
            paramLabel = "LEVEL",
            description =
                    "What to compare: exists (names), size, mtime (default: sizes and times), checksum (contents).")
    JobOptionArguments.@Nullable SyncLevel syncLevel;

    @Override
    protected ExitCode run() {
        CheckView begun = api().startCheck(request());
        if (!json() && begun.state().equals("RUNNING"))
            terminal().message(begun.id() + " started; 'bdm-client watch " + begun.id() + "' shows it again");
        return new CheckWatch(this).untilEnd(begun);
    }

    private CheckRequest request() {
        try {
            String level = syncLevel == null ? null : syncLevel.name().toLowerCase(Locale.ROOT);
            return new CheckRequest(EndpointText.ofPlace(a), EndpointText.ofPlace(b), level);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
