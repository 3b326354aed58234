package org.bdm.client.cli;

import org.bdm.core.control.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "resume", mixinStandardHelpOptions = true, sortOptions = false, description = "Resumes a paused job.")
final class ResumeCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    ExitCode run() {
        JobView job = api().resume(jobId);
        if (json()) terminal().json(job);
        else terminal().message(job.id() + " " + job.state());
        return ExitCode.DONE;
    }
}
