package org.bdm.client.cli.job;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.JobSheet;
import org.bdm.core.control.job.ReportView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Reports what a job transferred: bytes, evidence, failures. */
@Command(
        name = "report",
        footer = "bdm-client report job-7",
        description = "Reports what a job transferred: bytes, evidence, failures.")
public final class ReportCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    protected ExitCode run() {
        ReportView view = api().report(jobId);
        if (json()) terminal().json(view);
        else terminal().sheet(JobSheet.report(view, zone()));
        return ExitCode.DONE;
    }
}
