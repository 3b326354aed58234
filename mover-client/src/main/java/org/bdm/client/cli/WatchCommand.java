package org.bdm.client.cli;

import org.bdm.client.output.Terminal;
import org.bdm.core.control.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Watches a job live; the exit code tells the outcome.")
final class WatchCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    ExitCode run() {
        Terminal terminal = terminal();
        JobWatch watch = new JobWatch(api(), pacer(), terminal)
                .showingEvery(json() ? LiveProgress.BETWEEN_DRAWINGS : LiveProgress.interval(terminal.style()));
        JobView last = json()
                ? watch.untilEnd(jobId, terminal::json)
                : watch.untilEnd(jobId, new LiveProgress(terminal, pacer(), terminal::line));
        terminal.message(JobWatch.outcome(last));
        return JobWatch.exitCode(last);
    }
}
