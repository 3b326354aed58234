package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.fault.ErrorCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(
        name = "help",
        footer = {"bdm-client help site invite", "bdm-client help NO_SPACE"},
        description = {
            "Shows the help of bdm-client, a verb or an error code.",
            "Of a code it shows what the program does about it, and what you do next."
        })
final class HelpCommand extends Verb {
    @Parameters(paramLabel = "VERB|CODE", arity = "0..*", description = "For example submit, site invite, or NO_SPACE.")
    List<String> verbs = new ArrayList<>();

    @Override
    protected ExitCode run() {
        Optional<ErrorCode> code = verbs.size() == 1 ? codeOf(verbs.get(0)) : Optional.empty();
        if (code.isPresent()) return shown(new ErrorHelp(code.get()), this::print);
        CommandLine command = spec().root().commandLine();
        for (int i = 0; i < verbs.size(); i++) {
            CommandLine below = command.getSubcommands().get(verbs.get(i));
            if (below == null) throw new UnmatchedArgumentException(command, verbs.subList(i, verbs.size()));
            command = below;
        }
        command.usage(front().surroundings().out());
        return ExitCode.DONE;
    }

    /** A verb has no capitals, and no digit at its beginning. */
    private static Optional<ErrorCode> codeOf(String word) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.name().equals(word)
                        || String.valueOf(code.number()).equals(word))
                .findFirst();
    }

    private void print(ErrorHelp help) {
        terminal().line(help.code() + " (" + help.number() + ", " + help.kind() + ")");
        terminal().line("The program: " + help.consequence() + ".");
        terminal().line("Next: " + help.advice());
    }

    /**
     * An error code, as docs/errors.md has it.
     *
     * @param consequence what the program does about it
     * @param advice what a person does next
     */
    record ErrorHelp(String code, int number, String kind, String consequence, String advice) {
        ErrorHelp(ErrorCode code) {
            this(code.name(), code.number(), code.kind().name(), code.kind().consequence(), code.advice());
        }
    }
}
