package org.bdm.client.cli;

import org.bdm.client.output.JobSheet;
import org.bdm.core.control.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "status", mixinStandardHelpOptions = true, sortOptions = false, description = "Shows how far a job is.")
final class StatusCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    ExitCode run() {
        JobView view = api().job(jobId);
        if (json()) terminal().json(view);
        else JobSheet.status(view, zone()).forEach(terminal()::line);
        return ExitCode.DONE;
    }
}
