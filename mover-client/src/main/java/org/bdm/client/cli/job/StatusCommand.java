package org.bdm.client.cli.job;

import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.JobSheet;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.JobView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the state and progress of a job. */
@Command(name = "status", footer = "bdm-client status job-7", description = "Shows the state and progress of a job.")
public final class StatusCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    protected ExitCode run() {
        return shown(api().job(jobId), job -> terminal().sheet(JobSheet.status(job, options(job), zone())));
    }

    /** Only the report has them; an older server or a token without the right gives none. */
    private @Nullable JobOptions options(JobView job) {
        try {
            return api().report(job.id()).options();
        } catch (ServerRefusal refusal) {
            return null;
        }
    }
}
