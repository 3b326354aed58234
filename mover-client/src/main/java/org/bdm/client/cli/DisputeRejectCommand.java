package org.bdm.client.cli;

import org.bdm.core.control.DecideDispute;
import org.bdm.core.control.DisputeView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "reject",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Rejects and deletes the kept copy.")
final class DisputeRejectCommand extends Verb {
    @Parameters(paramLabel = "DISPUTE", description = "As 'dispute list' names it.")
    String id = "";

    @Option(names = "--remark", paramLabel = "TEXT", description = "Why; kept with the decision.")
    @Nullable String remark;

    @Override
    ExitCode run() {
        DisputeView decided = api().replication().decideDispute(id, "reject", new DecideDispute(remark));
        if (json()) terminal().json(decided);
        else terminal().message(decided.id() + " is rejected: nothing is placed as " + decided.destination());
        return ExitCode.DONE;
    }
}
