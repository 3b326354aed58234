package org.bdm.client.cli;

import java.io.UncheckedIOException;
import java.util.List;
import org.bdm.client.ClientCode;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.batch.BatchLineException;
import org.bdm.client.cli.verb.ExitCode;
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

    ExitCode report(Throwable error) {
        if (error instanceof ParameterException usage) return reportUsage(usage);
        if (error instanceof ServerRefusal refusal) return refused(refusal.problem());
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
        String advice = "See '" + command.getCommandSpec().qualifiedName() + " --help'.";
        String what = error.getMessage();
        if (error instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            List<String> words = unmatched.getUnmatched();
            boolean isVerb =
                    !words.get(0).startsWith("-") && !command.getSubcommands().isEmpty();
            if (isVerb) what = "no such verb: '" + words.get(0) + "'";
            List<String> near = VerbSuggestions.of(command, words);
            if (!near.isEmpty()) advice = "Did you mean " + String.join(" or ", near) + "?";
            else if (isVerb && command.getParent() != null)
                advice = "Its verbs are "
                        + String.join(", ", command.getSubcommands().keySet()) + ".";
        }
        return say(ExitCode.USAGE, ClientCode.USAGE, what, advice);
    }

    private ExitCode refused(Problem problem) {
        List<ProblemEntry> entries = problem.errors();
        String detail = entries.size() > 1 ? Plural.of(entries.size(), "entry") + " refused" : problem.detail();
        terminal.error(problem.code(), detail, problem.advice());
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
