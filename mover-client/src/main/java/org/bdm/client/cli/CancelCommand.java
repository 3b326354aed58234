package org.bdm.client.cli;

import org.bdm.core.control.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Ends a job; what is done stays.")
final class CancelCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    ExitCode run() {
        JobView job = api().cancel(jobId);
        if (json()) terminal().json(job);
        else terminal().message(job.id() + " " + job.state());
        return ExitCode.DONE;
    }
}
