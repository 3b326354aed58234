package org.bdm.client.cli.verb;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * A verb that needs another one after it: a method of the group, or a class where one method is not enough. Alone it lists what the group is
 * about, or shows its state.
 */
public abstract class VerbGroup extends Verb {
    private static final String[] ALONE = {"list", "status"};

    @Override
    protected final ExitCode run() {
        Map<String, CommandLine> verbs = spec().subcommands();
        Optional<CommandLine> alone =
                Stream.of(ALONE).filter(verbs::containsKey).map(verbs::get).findFirst();
        if (alone.isEmpty()) throw usage("give one of these verbs: " + String.join(", ", verbs.keySet()));
        return called(alone.get());
    }

    /** Runs a verb of this group without arguments; the options after the group hold for it. */
    private static ExitCode called(CommandLine verb) {
        int number = verb.execute();
        ParseResult parsed = verb.getParseResult();
        Object result = parsed == null ? null : verb.getExecutionResult();
        return result instanceof ExitCode code ? code : ExitCode.of(number);
    }
}
