package org.bdm.client.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Front;
import org.bdm.client.cli.verb.GlobalOptions;
import org.bdm.client.cli.verb.HelpOptions;
import org.bdm.client.cli.verb.Surroundings;
import org.bdm.client.cli.verb.TerminalWidths;
import org.bdm.client.output.Terminal;
import org.bdm.client.output.TerminalStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code bdm-client}. */
@Command(
        name = "bdm-client",
        description = "Replicates climate data between sites: verified, resumable, explained.",
        versionProvider = ClientVersion.class,
        sortOptions = false,
        footer = {
            "Exit codes: 0 done, 1 some files failed, 2 usage, 3 server not reachable,",
            "4 not allowed, 5 no such job, site, export or dataset, 6 wait timed out,",
            "7 cancelled, 8 refused, 9 paused, 10 internal error.",
            "",
            "'bdm-client help VERB' shows the options of a verb."
        })
public final class Main implements Callable<ExitCode>, Front {
    @Mixin
    final HelpOptions help = new HelpOptions();

    @Mixin
    final GlobalOptions options = new GlobalOptions();

    @Spec
    @Nullable CommandSpec spec;

    private final Surroundings surroundings;

    private Main(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(run(Surroundings.ofProcess(), args));
    }

    /** Runs one command in this process; nothing is read from or written to anything but the surroundings. */
    public static int run(Surroundings surroundings, String... args) {
        Main main = new Main(surroundings);
        try {
            return main.execute(Verbs.asked(args), args);
        } catch (RuntimeException | StackOverflowError defect) {
            return main.failures().report(defect).number();
        } finally {
            surroundings.out().flush();
            surroundings.err().flush();
        }
    }

    private int execute(Verbs verbs, String... given) {
        CommandLine commandLine = verbs.addedTo(new CommandLine(this))
                .setExecutionStrategy(Main::ended)
                .setOut(surroundings.out())
                .setErr(surroundings.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                // A file name may begin with an at sign.
                .setExpandAtFiles(false)
                .setExecutionExceptionHandler(
                        (error, line, parsed) -> failures().report(error, line).number())
                // Only reading the arguments throws the unmatched one, so nothing has been done yet.
                .setParameterExceptionHandler(
                        (error, read) -> error instanceof UnmatchedArgumentException && !verbs.all()
                                ? execute(Verbs.ALL, given)
                                : failures().reportUsage(error).number());
        commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(
                surroundings.widths().out() > 0 && mayColour() ? Ansi.ON : Ansi.OFF));
        String[] understood = HelpWords.understood(commandLine, given);
        // A verb behind the wrong word ('add user') would be read first, and so hide that word.
        if (understood.length > 1 && isUnknownVerb(understood[0])) {
            if (!verbs.all()) return execute(Verbs.ALL, given);
            return failures()
                    .reportUsage(new UnmatchedArgumentException(commandLine, List.of(understood)))
                    .number();
        }
        return commandLine.execute(understood);
    }

    private static boolean isUnknownVerb(String word) {
        return !word.startsWith("-") && !Verbs.byName().containsKey(word);
    }

    /** The verb answers with a name; picocli passes on numbers only. */
    private static int ended(ParseResult parsed) {
        int code = new RunLast().execute(parsed);
        List<CommandLine> called = parsed.asCommandLineList();
        Object result = called.get(called.size() - 1).getExecutionResult();
        return result instanceof ExitCode verb ? verb.number() : code;
    }

    /** As the other {@code run}, with the environment of this process and outputs that are no terminals. */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        Surroundings process = Surroundings.ofProcess();
        return run(
                new Surroundings(
                        out,
                        process.bytes(),
                        err,
                        process.in(),
                        process.environment(),
                        process.home(),
                        TerminalWidths.NONE,
                        process.pacer()),
                args);
    }

    /** Returns the command with all its verbs, for a program that describes them: the manual pages of the package. */
    public static CommandLine described() {
        return Verbs.shown()
                .addedTo(new CommandLine(new Main(Surroundings.ofProcess())))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false);
    }

    /** Without a verb: everybody's first call, but a script that lost its verb has done nothing. */
    @Override
    public ExitCode call() {
        specification().commandLine().usage(surroundings.out());
        return ExitCode.USAGE;
    }

    private CommandSpec specification() {
        if (spec == null) throw new IllegalStateException("not called through picocli");
        return spec;
    }

    @Override
    public Surroundings surroundings() {
        return surroundings;
    }

    @Override
    public GlobalOptions options() {
        return options;
    }

    @Override
    public TerminalStyle style(GlobalOptions after, int columns) {
        boolean quiet = options.quiet || after.quiet;
        boolean colour = columns > 0 && !options.noColour && !after.noColour && mayColour();
        return new TerminalStyle(columns, colour, quiet, options.wide || after.wide, false);
    }

    @Override
    public Terminal terminal(TerminalStyle style) {
        return new Terminal(surroundings.out(), surroundings.err(), style);
    }

    private boolean mayColour() {
        String noColour = surroundings.environment().get("NO_COLOR");
        return noColour == null || noColour.isEmpty();
    }

    @Override
    public ExitCode report(RuntimeException failure) {
        return failures().report(failure);
    }

    private FailureReport failures() {
        return new FailureReport(terminal(style(options, surroundings.widths().err())));
    }
}
