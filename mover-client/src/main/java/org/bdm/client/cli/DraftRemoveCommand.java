package org.bdm.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Removes a draft that no open request asks for.")
final class DraftRemoveCommand extends Verb {
    @Parameters(paramLabel = "DRAFT", description = "The id of the draft.")
    String draftId = "";

    @Override
    ExitCode run() {
        api().drafts().remove(draftId);
        terminal().message("removed " + draftId);
        return ExitCode.DONE;
    }
}
