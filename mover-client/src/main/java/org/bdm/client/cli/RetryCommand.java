package org.bdm.client.cli;

import org.bdm.core.control.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "retry",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Submits a new job of the failed files; prints its id.")
final class RetryCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    ExitCode run() {
        JobView job = api().retry(jobId);
        if (json()) terminal().json(job);
        else terminal().line(job.id());
        return ExitCode.DONE;
    }
}
