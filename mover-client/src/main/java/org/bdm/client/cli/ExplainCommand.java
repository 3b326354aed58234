package org.bdm.client.cli;

import org.bdm.client.output.JobSheet;
import org.bdm.core.control.ExplanationView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Explains why a job is where it is, and what comes next.")
final class ExplainCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Override
    ExitCode run() {
        ExplanationView view = api().explanation(jobId);
        if (json()) terminal().json(view);
        else JobSheet.explanation(view, zone()).forEach(terminal()::line);
        return ExitCode.DONE;
    }
}
