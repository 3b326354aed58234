package org.bdm.client.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Prints a completion script: source <(bdm-client completion)")
final class CompletionCommand extends Verb {
    @Override
    ExitCode run() {
        // Not a line of text: the script is our own, and its tabs and ends of line must stay.
        main().surroundings()
                .out()
                .print(AutoComplete.bash("bdm-client", spec().root().commandLine()));
        return ExitCode.DONE;
    }
}
