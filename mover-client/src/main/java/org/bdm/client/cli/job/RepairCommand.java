package org.bdm.client.cli.job;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SourcePolicy;
import org.bdm.core.control.job.SubmitJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fetches damaged and missing files again; prints the job id alone. */
@Command(
        name = "repair",
        footer = {
            "bdm-client repair --wait",
            "bdm-client repair bdm://south/in/CMIP6 --from bdm://north/data/CMIP6 --wait"
        },
        description = {
            "Fetches damaged and missing files again; prints the job id.",
            "Sources: --from, else data nodes that have the dataset, else where an earlier job took the directory from.",
            "Of a file above 8 MiB only the damaged ranges are fetched, if the digests of its ranges are known.",
            "The file takes the place of the damaged one only when it has the right digest.",
            "Exit 5 if nothing there is damaged or missing."
        })
public final class RepairCommand extends Verb {
    @Parameters(
            arity = "0..*",
            paramLabel = "DATASET|ENDPOINT",
            description = "Instance ids, or one bdm://SITE/EXPORT/path; without any, everything that the site holds.")
    List<String> subjects = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "TREE",
            description = "A tree bdm://SITE/EXPORT/path at a paired site with the layout of ENDPOINT.")
    @Nullable String from;

    @Option(names = "--wait", description = "Wait until the job ends; the exit code is the outcome.")
    boolean wait;

    @Option(names = "--fail-on-pause", description = "With --wait: exit 9 if the job needs a person.")
    boolean failOnPause;

    @Override
    protected ExitCode run() {
        if (failOnPause && !wait) throw usage("--fail-on-pause needs --wait");
        SubmitJob message = message();
        NewJob job = new NewJob(this, null);
        JobView sent = job.sent(key -> api().submitReplicaSets(message, key));
        return wait ? job.awaited(sent, failOnPause) : job.printed(sent);
    }

    private SubmitJob message() {
        boolean isEndpoint = subjects.size() == 1 && subjects.get(0).startsWith("bdm://");
        if (!isEndpoint && subjects.stream().anyMatch(subject -> subject.startsWith("bdm://")))
            throw usage("give one ENDPOINT, or any number of DATASETs");
        if (from != null && !isEndpoint) throw usage("--from needs ENDPOINT, whose layout it has");
        List<String> datasets = isEndpoint ? List.of() : subjects;
        String destination = isEndpoint ? endpoint(subjects.get(0)) : null;
        return new SubmitJob(
                null,
                "REPAIR",
                List.of(),
                jobOptions(),
                datasets,
                null,
                null,
                destination,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private @Nullable JobOptions jobOptions() {
        if (from == null) return null;
        SourcePolicy policy = new SourcePolicy(List.of(), List.of(), null, null, List.of(endpoint(from)));
        return JobOptions.DEFAULTS.but().sourcePolicy(policy).build();
    }

    private String endpoint(String text) {
        try {
            return EndpointText.ofPlace(text);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
