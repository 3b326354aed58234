package org.bdm.client.cli.job;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.JobSheet;
import org.bdm.core.control.job.ExplanationView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Explains why a job waits or is slow, and what comes next. */
@Command(
        name = "explain",
        footer = "bdm-client explain job-7",
        description = "Explains why a job waits or is slow, and what comes next.")
public final class ExplainCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    protected ExitCode run() {
        ExplanationView view = api().explanation(jobId);
        if (json()) terminal().json(view);
        else terminal().sheet(JobSheet.explanation(view, zone()));
        return ExitCode.DONE;
    }
}
