package org.bdm.client.cli;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import picocli.CommandLine.Command;

@Command(name = "completion", description = "Prints a completion script: source <(bdm-client completion)")
final class CompletionCommand extends Verb {
    @Override
    protected ExitCode run() {
        // Not a line of text: the script is our own, and its tabs and ends of line must stay.
        front().surroundings().out().print(CompletionScript.of(spec().root().commandLine()));
        return ExitCode.DONE;
    }
}
