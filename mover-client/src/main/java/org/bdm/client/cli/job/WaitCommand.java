package org.bdm.client.cli.job;

import java.time.Duration;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.job.JobView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Waits until a job ends; the exit code tells the outcome. */
@Command(
        name = "wait",
        footer = "bdm-client wait job-7 --timeout 2h --fail-on-pause",
        description = "Waits until a job ends; the exit code is the outcome.")
public final class WaitCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Option(names = "--timeout", paramLabel = "D", description = "Maximum time, e.g. 90s, 5m, 2h; then exit 6.")
    @Nullable String timeout;

    @Option(names = "--fail-on-pause", description = "Exit 9 when the job needs a person.")
    boolean failOnPause;

    @Override
    protected ExitCode run() {
        JobWatch watch = new JobWatch(api(), pacer(), terminal()).within(longest());
        JobView last = (failOnPause ? watch.failingOnPause() : watch).untilEnd(jobId, job -> {});
        if (json()) terminal().json(last);
        terminal().message(JobWatch.outcome(last));
        return JobWatch.exitCode(last);
    }

    private @Nullable Duration longest() {
        try {
            return timeout == null ? null : TimeText.parse(timeout);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
