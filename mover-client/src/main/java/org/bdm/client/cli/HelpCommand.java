package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(
        name = "help",
        footer = "bdm-client help site invite",
        description = "Shows the help of bdm-client or of a verb.")
final class HelpCommand extends Verb {
    @Parameters(paramLabel = "VERB", arity = "0..*", description = "For example submit, or site invite.")
    List<String> verbs = new ArrayList<>();

    @Override
    protected ExitCode run() {
        CommandLine command = spec().root().commandLine();
        for (int i = 0; i < verbs.size(); i++) {
            CommandLine below = command.getSubcommands().get(verbs.get(i));
            if (below == null) throw new UnmatchedArgumentException(command, verbs.subList(i, verbs.size()));
            command = below;
        }
        command.usage(front().surroundings().out());
        return ExitCode.DONE;
    }
}
