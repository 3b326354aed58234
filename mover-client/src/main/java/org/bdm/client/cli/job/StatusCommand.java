package org.bdm.client.cli.job;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.JobSheet;
import org.bdm.core.control.job.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "status", footer = "bdm-client status job-7", description = "Shows the state and progress of a job.")
public final class StatusCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    protected ExitCode run() {
        JobView view = api().job(jobId);
        if (json()) terminal().json(view);
        else terminal().sheet(JobSheet.status(view, zone()));
        return ExitCode.DONE;
    }
}
