package org.bdm.client.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Approves an open request; --job names the job that does it, submitted before.")
final class RequestApproveCommand extends RequestDecision {
    @Option(names = "--job", paramLabel = "JOB", description = "The job that does it, which the requester is told.")
    @Nullable String job;

    @Override
    String verb() {
        return "approve";
    }

    @Override
    @Nullable String job() {
        return job;
    }
}
