package org.bdm.client.cli;

import java.io.UncheckedIOException;
import java.util.List;
import org.bdm.client.ClientCode;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.batch.BatchLineException;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.cli.verb.WaitTimedOut;
import org.bdm.client.demo.DemoFailure;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.Problem;
import org.bdm.core.control.ProblemEntry;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what was thrown into two lines and an exit code. A stack trace is never shown. */
final class FailureReport {
    private static final int SHOWN_ENTRIES = 20;

    private final Terminal terminal;

    FailureReport(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Of a verb that ran, whose group knows more about what is not there than the server says. */
    ExitCode report(Throwable error, CommandLine verb) {
        if (!(error instanceof ServerRefusal refusal)) return report(error);
        Problem said = refusal.problem();
        String look = NextLook.afterRefusal(said, verb).orElse(null);
        return refused(said, look == null ? said.advice() : look);
    }

    ExitCode report(Throwable error) {
        if (error instanceof ParameterException usage) return reportUsage(usage);
        if (error instanceof ServerRefusal refusal)
            return refused(refusal.problem(), refusal.problem().advice());
        if (error instanceof ServerUnreachable none)
            return say(ExitCode.NOT_REACHABLE, ClientCode.NOT_REACHABLE, none.getMessage(), none.advice());
        if (error instanceof WaitTimedOut wait)
            return say(ExitCode.TIMED_OUT, ClientCode.WAIT_TIMED_OUT, wait.getMessage(), wait.advice());
        if (error instanceof BatchLineException)
            return say(
                    ExitCode.USAGE,
                    ClientCode.BATCH_LINE,
                    error.getMessage(),
                    "Correct that line; nothing was submitted.");
        if (error instanceof UncheckedIOException)
            return say(ExitCode.USAGE, ClientCode.NOT_READABLE, error.getMessage(), "Check its path and permissions.");
        if (error instanceof DemoFailure)
            return say(
                    ExitCode.REFUSED, ClientCode.DEMO_FAILED, error.getMessage(), "Read the logs in that directory.");
        String what = error.getClass().getSimpleName()
                + at(error)
                + (error.getMessage() == null ? "" : ": " + error.getMessage());
        return say(
                ExitCode.INTERNAL,
                ClientCode.INTERNAL,
                what,
                "This is a defect of bdm-client; report it with this message.");
    }

    ExitCode reportUsage(ParameterException error) {
        CommandLine command = error.getCommandLine();
        if (error instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) return unmatched(command, unmatched.getUnmatched());
        // picocli begins what it says of a group of options with this word.
        String what = String.valueOf(error.getMessage()).replaceFirst("^Error: ", "");
        return say(ExitCode.USAGE, ClientCode.USAGE, what, seeHelp(command));
    }

    private ExitCode unmatched(CommandLine command, List<String> words) {
        String first = words.get(0);
        boolean isOption = first.startsWith("-");
        boolean isVerb = !isOption && !command.getSubcommands().isEmpty();
        String what = isOption
                ? unknownOptions(words)
                : isVerb ? "no such verb: '" + first + "'" : "'" + first + "' is one argument too many";
        return say(ExitCode.USAGE, ClientCode.USAGE, what, advice(command, words, isVerb));
    }

    /** Without the values of the options, which picocli takes for options, too. */
    private static String unknownOptions(List<String> words) {
        List<String> options =
                words.stream().filter(word -> word.startsWith("-")).toList();
        return (options.size() == 1 ? "Unknown option: '" : "Unknown options: '") + String.join("', '", options) + "'";
    }

    private static String advice(CommandLine command, List<String> words, boolean isVerb) {
        String first = words.get(0);
        boolean isListedAlone = isVerb
                && List.of("list", "ls").contains(first)
                && command.getParent() != null
                && !(command.getCommand() instanceof VerbGroup);
        if (isListedAlone) return "'" + name(command) + "' alone lists them.";
        if (OptionMeanings.isDoneAnyway(command.getCommandSpec(), first))
            return "It does so unless " + OptionMeanings.opposite(first) + " is given: leave " + first + " out.";
        List<String> near = VerbSuggestions.of(command, words);
        if (!near.isEmpty()) return "Did you mean " + String.join(" or ", near) + "?";
        if (isVerb && command.getParent() != null)
            return "Its verbs are " + String.join(", ", command.getSubcommands().keySet()) + ".";
        return seeHelp(command);
    }

    private static String seeHelp(CommandLine command) {
        return "See '" + name(command) + " --help'.";
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    private ExitCode refused(Problem problem, @Nullable String advice) {
        List<ProblemEntry> entries = problem.errors();
        String detail = entries.size() > 1 ? Plural.of(entries.size(), "entry") + " refused" : problem.detail();
        terminal.error(problem.code(), detail, advice);
        boolean isSaid = entries.size() == 1 && detail.contains(entries.get(0).detail());
        if (!isSaid) entries.stream().limit(SHOWN_ENTRIES).forEach(this::entry);
        int hidden = entries.size() - SHOWN_ENTRIES;
        if (hidden > 0) terminal.message("  and " + hidden + " more");
        return ExitCode.of(problem);
    }

    private void entry(ProblemEntry entry) {
        String name = entry.detail().contains(entry.entry()) ? "" : entry.entry() + ": ";
        terminal.message("  " + name + entry.code() + ": " + entry.detail());
    }

    private ExitCode say(ExitCode exitCode, ClientCode code, @Nullable String detail, String advice) {
        terminal.error(code.name(), detail == null ? "no details" : detail, advice);
        return exitCode;
    }

    private static String at(Throwable error) {
        StackTraceElement[] trace = error.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0].getFileName() + ":" + trace[0].getLineNumber();
    }
}
