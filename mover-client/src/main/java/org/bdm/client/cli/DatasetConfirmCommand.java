package org.bdm.client.cli;

import org.bdm.core.control.ConfirmExtent;
import org.bdm.core.control.DatasetView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "confirm",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Confirms that the listed files are the whole version",
            "Needed when claims disagree about its files or bytes, or when it has far fewer than the version it replaces;",
            "'attention' lists such versions. Holds until something else is listed or announced.",
            "Example: bdm-client dataset confirm CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20200101"
        })
final class DatasetConfirmCommand extends Verb {
    @Parameters(paramLabel = "DATASET", description = "Its name with version.")
    String instanceId = "";

    @Override
    ExitCode run() {
        DatasetView seen = api().replicaSet(instanceId).dataset();
        DatasetView confirmed =
                api().replication().confirm(seen.instanceId(), new ConfirmExtent(seen.files(), seen.bytes()));
        if (json()) terminal().json(confirmed);
        else
            terminal()
                    .message("confirmed: " + confirmed.instanceId() + " has " + confirmed.files() + " files, "
                            + confirmed.bytes() + " bytes");
        return ExitCode.DONE;
    }
}
