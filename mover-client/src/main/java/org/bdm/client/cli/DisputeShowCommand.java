package org.bdm.client.cli;

import org.bdm.core.control.DisputeView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows a dispute as a report for the publisher.")
final class DisputeShowCommand extends Verb {
    @Parameters(paramLabel = "DISPUTE", description = "As 'dispute list' names it.")
    String id = "";

    @Override
    ExitCode run() {
        DisputeView dispute = api().replication().dispute(id);
        if (json()) {
            terminal().json(dispute);
            return ExitCode.DONE;
        }
        String report = dispute.report() == null ? "" : dispute.report();
        report.lines().forEach(terminal()::line);
        terminal().line("");
        terminal().line("state      " + dispute.state() + (dispute.isKept() ? "" : "; the bytes could not be kept"));
        terminal().line("placed as  " + dispute.destination());
        if (dispute.decidedBy() != null) {
            terminal().line("decided    by " + dispute.decidedBy() + ": " + dispute.remark());
        }
        return ExitCode.DONE;
    }
}
