package org.bdm.client.cli;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import picocli.CommandLine.Command;

@Command(
        name = "completion",
        footer = "bdm-client completion > ~/.local/share/bash-completion/completions/bdm-client",
        description = "Prints the completion script for bash and zsh.")
final class CompletionCommand extends Verb {
    @Override
    protected ExitCode run() {
        // Not a line of text: the script is our own, and its tabs and ends of line must stay.
        front().surroundings().out().print(CompletionScript.of(spec().root().commandLine()));
        return ExitCode.DONE;
    }
}
