package org.bdm.client.cli;

import org.bdm.core.control.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Cancels a job; files already replicated are kept.")
final class CancelCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    ExitCode run() {
        JobView job = api().cancel(jobId);
        if (json()) terminal().json(job);
        else terminal().message(text(job));
        return ExitCode.DONE;
    }

    private static String text(JobView job) {
        if (job.state().equals("CANCELLED")) return job.id() + " CANCELLED";
        return job.id() + " is being cancelled: its last files are still being placed; 'bdm-client wait " + job.id()
                + "' returns when it has ended";
    }
}
