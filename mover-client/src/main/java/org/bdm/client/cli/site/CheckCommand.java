package org.bdm.client.cli.site;

import java.time.Duration;
import java.util.Locale;
import org.bdm.client.EndpointText;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.JobOptionArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.cli.verb.WorkProgress;
import org.bdm.client.cli.verb.WorkProgress.Amount;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
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
        CheckView check = api().startCheck(request());
        WorkProgress progress = new WorkProgress(this, "compared");
        while (check.state().equals("RUNNING")) {
            progress.show(Amount.of(
                    check.same() + check.different() + check.onlyInA() + check.onlyInB(), check.bytesCompared()));
            pacer().pause(Duration.ofMillis(300));
            check = api().check(check.id());
        }
        progress.end();
        if (check.problem() != null) throw ServerRefusal.of(check.problem());
        if (json()) terminal().json(check);
        else text(check);
        boolean alike = check.different() + check.onlyInA() + check.onlyInB() == 0;
        return alike ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private CheckRequest request() {
        try {
            String level = syncLevel == null ? null : syncLevel.name().toLowerCase(Locale.ROOT);
            return new CheckRequest(EndpointText.ofPlace(a), EndpointText.ofPlace(b), level);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private void text(CheckView check) {
        check.differences().forEach(found -> terminal().line(found.kind() + "  " + found.path() + "  " + found.text()));
        if (!check.differencesComplete()) terminal().message("only the first differences are shown");
        terminal()
                .line(check.same() + " the same" + by(check) + ", " + check.different() + " different, "
                        + check.onlyInA() + " only in A, " + check.onlyInB() + " only in B; " + read(check));
    }

    private static String by(CheckView check) {
        return switch (check.level()) {
            case "exists" -> " by name";
            case "size" -> " by name and size";
            case "mtime" -> " by name, size and time";
            case "checksum" -> " by content";
            default -> "";
        };
    }

    private static String read(CheckView check) {
        if (check.filesRead() == 0) {
            return check.level().equals("checksum")
                    ? "no contents to read"
                    : "contents were not compared; use --sync-level checksum to compare them";
        }
        String files = Plural.of(check.filesRead(), "file");
        return "contents of " + files + (check.filesRead() == 1 ? " was" : " were") + " read and compared ("
                + ByteSize.text(check.bytesCompared()) + ")";
    }
}
