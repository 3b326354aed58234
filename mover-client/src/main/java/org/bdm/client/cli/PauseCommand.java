package org.bdm.client.cli;

import org.bdm.core.control.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "pause",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Pauses a job until it is resumed.")
final class PauseCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    ExitCode run() {
        JobView job = api().pause(jobId);
        if (json()) terminal().json(job);
        else terminal().message(job.id() + " " + job.state());
        return ExitCode.DONE;
    }
}
