package org.bdm.client.cli;

import java.time.Duration;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Terminal;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.DurationEstimate;
import org.bdm.core.control.PlanView;

/** Waits for a plan and prints it. */
final class PlanSheet {
    private final MoverApi api;
    private final Pacer pacer;
    private final Terminal terminal;
    private final boolean json;

    PlanSheet(MoverApi api, Pacer pacer, Terminal terminal, boolean json) {
        this.api = api;
        this.pacer = pacer;
        this.terminal = terminal;
        this.json = json;
    }

    ExitCode show(PlanView started) {
        PlanView plan = started;
        while (plan.state().equals("RUNNING")) {
            pacer.pause(Duration.ofMillis(300));
            plan = api.plan(plan.id());
        }
        if (plan.problem() != null) throw ServerRefusal.of(plan.problem());
        if (json) terminal.json(plan);
        else text(plan);
        return ExitCode.DONE;
    }

    private void text(PlanView plan) {
        terminal.line("to move        " + plan.filesToMove() + " of " + plan.files() + " files, "
                + ByteSize.text(plan.bytesToMove()) + " of " + ByteSize.text(plan.bytes()));
        terminal.line("the same       " + plan.filesSame() + " files");
        if (plan.filesInConflict() > 0) terminal.line("in conflict    " + plan.filesInConflict() + " files");
        if (plan.filesWithoutReplica() > 0) terminal.line("no live source " + plan.filesWithoutReplica() + " files");
        if (plan.peakBytes() != null && plan.freeBytesNow() != null)
            terminal.line("space          " + ByteSize.text(plan.peakBytes()) + " needed at most, "
                    + ByteSize.text(plan.freeBytesNow()) + " free now");
        DurationEstimate estimate = plan.estimate();
        if (estimate != null)
            terminal.line("takes          " + seconds(estimate.p50Seconds()) + " (" + seconds(estimate.p10Seconds())
                    + " to " + seconds(estimate.p90Seconds()) + ")");
        plan.errors()
                .forEach(error ->
                        terminal.line("would fail     " + error.entry() + ": " + error.code() + ": " + error.detail()));
    }

    private static String seconds(double seconds) {
        return TimeText.duration(Duration.ofMillis(Math.round(seconds * 1000)));
    }
}
