package org.bdm.client.cli.job;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.job.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Watches a job live; the exit code tells the outcome. */
@Command(
        name = "watch",
        footer = "bdm-client watch job-7",
        description = "Watches a job live; the exit code is the outcome.")
public final class WatchCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    protected ExitCode run() {
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
