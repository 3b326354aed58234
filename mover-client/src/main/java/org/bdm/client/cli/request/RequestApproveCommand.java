package org.bdm.client.cli.request;

import java.util.List;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.SiteTreeArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.SourcePolicy;
import org.bdm.core.control.request.DecideReplicationRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "approve",
        footer = "bdm-client request approve request-3 bdm://south/in",
        description = {
            "Approves a request; with DST submits a job for it.",
            "With DST a job of yours fetches the data; if that job is refused, the request stays open (exit 8). --job"
                    + " names a job",
            "that was submitted before."
        })
final class RequestApproveCommand extends Verb {
    @Parameters(index = "0", paramLabel = "REQUEST", description = "The id of the request.")
    String requestId = "";

    @Option(names = "--remark", paramLabel = "TEXT", description = "A remark for the requester.")
    @Nullable String remark;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DST",
            description = "The destination: bdm://SITE/EXPORT/path.")
    @Nullable String destination;

    @Option(names = "--job", paramLabel = "JOB", description = "The job that fetches it; shown to the requester.")
    @Nullable String job;

    @Option(
            names = "--reuse",
            paramLabel = "copy|link|off",
            description =
                    "With DST: copy files that are already held (default), link them, or fetch them anyway (off).")
    @Nullable String reuse;

    @Mixin
    final SiteTreeArguments trees = new SiteTreeArguments();

    @Option(names = "--offline", description = "With DST: use what the catalog knows of the datasets; query no index.")
    boolean offline;

    @Option(names = "--accept-incomplete", description = "With DST: continue even if an index did not answer in full.")
    boolean acceptIncomplete;

    @Override
    protected ExitCode run() {
        return shown(
                api().decide(requestId, "approve", decision()),
                decided -> terminal().message(RequestCommand.decidedText(decided)));
    }

    private DecideReplicationRequest decision() {
        if (destination == null) {
            boolean hasOptions = reuse != null || !trees.alsoAt.isEmpty() || offline || acceptIncomplete;
            if (hasOptions) throw usage("these options need DST");
            return new DecideReplicationRequest(remark, job);
        }
        if (job != null) throw usage("give DST or --job");
        try {
            return new DecideReplicationRequest(remark, null, destination(), jobOptions(), offline, acceptIncomplete);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private String destination() {
        return EndpointText.ofPlace(String.valueOf(destination));
    }

    private @Nullable JobOptions jobOptions() {
        if (reuse == null && trees.alsoAt.isEmpty()) return null;
        SourcePolicy policy = new SourcePolicy(List.of(), List.of(), null, reuse, trees.endpoints());
        return JobOptions.DEFAULTS.but().sourcePolicy(policy).build();
    }
}
