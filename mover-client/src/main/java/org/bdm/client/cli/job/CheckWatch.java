package org.bdm.client.cli.job;

import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.LengtheningPauses;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.cli.verb.WorkProgress;
import org.bdm.client.cli.verb.WorkProgress.Amount;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.job.CheckView;

/** Shows how far the comparison of two trees is, and what it found at its end. */
final class CheckWatch {
    private final Verb verb;
    private final Terminal terminal;

    CheckWatch(Verb verb) {
        this.verb = verb;
        this.terminal = verb.terminal();
    }

    /** Waits; the exit code is 1 if the trees differ. A failed check is thrown as what the server said. */
    ExitCode untilEnd(CheckView begun) {
        CheckView check = begun;
        WorkProgress progress = new WorkProgress(verb, "compared");
        LengtheningPauses pauses = new LengtheningPauses(verb.pacer());
        while (check.state().equals("RUNNING")) {
            progress.show(Amount.of(
                    check.same() + check.different() + check.onlyInA() + check.onlyInB(), check.bytesCompared()));
            pauses.pause();
            check = verb.api().check(check.id());
        }
        progress.end();
        if (check.problem() != null) throw ServerRefusal.of(check.problem());
        if (verb.json()) terminal.json(check);
        else text(check);
        boolean alike = check.different() + check.onlyInA() + check.onlyInB() == 0;
        return alike ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private void text(CheckView check) {
        check.differences().forEach(found -> terminal.line(found.kind() + "  " + found.path() + "  " + found.text()));
        if (!check.differencesComplete()) terminal.message("only the first differences are shown");
        terminal.line(check.same() + " the same" + by(check) + ", " + check.different() + " different, "
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
