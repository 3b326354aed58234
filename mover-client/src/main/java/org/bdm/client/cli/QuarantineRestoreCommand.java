package org.bdm.client.cli;

import org.bdm.core.control.RestoredDataset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Restores the files of a dataset version.", "No policy moves them again."})
final class QuarantineRestoreCommand extends Verb {
    @Parameters(paramLabel = "DATASET", description = "Instance id.")
    String dataset = "";

    @Override
    ExitCode run() {
        RestoredDataset restored = api().removal().restore(dataset);
        if (json()) terminal().json(restored);
        else terminal().message(restored.files() + " files of " + restored.dataset() + " are back");
        return ExitCode.DONE;
    }
}
