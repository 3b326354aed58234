package org.bdm.client.cli;

import org.bdm.core.control.DecideDispute;
import org.bdm.core.control.DisputeView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "accept",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Accepts the kept copy against the published checksum.",
            "Places the kept bytes under the name of the file."
        })
final class DisputeAcceptCommand extends Verb {
    @Parameters(paramLabel = "DISPUTE", description = "As 'dispute list' names it.")
    String id = "";

    @Option(names = "--remark", paramLabel = "TEXT", description = "Why; kept with the decision.")
    @Nullable String remark;

    @Override
    ExitCode run() {
        DisputeView decided = api().replication().decideDispute(id, "accept", new DecideDispute(remark));
        if (json()) terminal().json(decided);
        else if (decided.state().equals("OPEN"))
            terminal().message(decided.id() + " is being read before it is placed; 'dispute show' tells when it is");
        else terminal().message(decided.id() + " is placed as " + decided.destination());
        return ExitCode.DONE;
    }
}
