package org.bdm.client.cli.dataset;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.FacetArguments;
import org.bdm.client.cli.verb.JobOptionArguments;
import org.bdm.client.cli.verb.SiteTreeArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.CreateSubscription;
import org.bdm.core.control.dataset.SubscriptionPlanView;
import org.bdm.core.control.dataset.SubscriptionView;
import org.bdm.core.control.job.SourcePolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "add",
        footer = {
            "bdm-client subscribe add bdm://south/in --query source_id=IPSL-CM6A-LR --query variable_id=tas --every 1d",
            "bdm-client subscribe add bdm://south/in --query project=CMIP6 --max-bytes-per-run 5TB --dry-run"
        },
        description = {
            "Adds a standing query and runs it; prints its id alone.",
            "Each run queries the indexes, submits jobs for new datasets, and marks retracted ones.",
            "A large first run needs --confirm with the bytes that --dry-run shows, --max-bytes-per-run, or --yes."
        })
final class SubscribeAddCommand extends Verb {
    @Parameters(paramLabel = "DST", description = "The destination of the datasets: bdm://SITE/EXPORT/path.")
    String destination = "";

    @Option(
            names = "--query",
            required = true,
            paramLabel = "FACET=VALUE",
            arity = "1",
            description = "The query; may be repeated; FACET!=VALUE excludes.")
    List<String> query = new ArrayList<>();

    @Option(names = "--every", paramLabel = "D", description = "Time between two runs, e.g. 30m, 6h (default), 1d.")
    @Nullable String every;

    @Option(
            names = "--on-new-version",
            paramLabel = "replicate|tell",
            description = "What to do with newer versions; default replicate.")
    @Nullable String onNewVersion;

    @Option(
            names = "--on-retracted",
            paramLabel = "keep|quarantine|list",
            description = "What to do with files of retracted datasets; default: the policy of the server.")
    @Nullable String onRetracted;

    @Option(
            names = "--on-superseded",
            paramLabel = "keep|quarantine|list",
            description = "What to do with files of superseded versions; default: the policy of the server.")
    @Nullable String onSuperseded;

    @Option(names = "--request", description = "Submit requests for approval instead of jobs.")
    boolean request;

    @Option(
            names = "--max-bytes-per-run",
            paramLabel = "SIZE",
            description = "Most bytes that a run takes, e.g. 5TB; the rest is left to the next run.")
    @Nullable String maxBytesPerRun;

    @Option(
            names = "--max-datasets-per-run",
            paramLabel = "N",
            description = "Most datasets that a run takes; the rest is left to the next run.")
    @Nullable Long maxDatasetsPerRun;

    @Option(names = "--dry-run", description = "Show what the first run would take; create nothing.")
    boolean dryRun;

    @Option(names = "--confirm", paramLabel = "BYTES", description = "The bytes that --dry-run shows.")
    @Nullable Long confirm;

    @Option(names = "--yes", description = "Create it whatever its size.")
    boolean yes;

    @Option(names = "--label", paramLabel = "TEXT", description = "A name for it and for its jobs; shown in lists.")
    @Nullable String label;

    @Option(names = "--prefer", paramLabel = "NODE", description = "Read from this data node first; may be repeated.")
    List<String> prefer = new ArrayList<>();

    @Option(names = "--avoid", paramLabel = "NODE", description = "Never read from this data node; may be repeated.")
    List<String> avoid = new ArrayList<>();

    @Option(
            names = "--reuse",
            paramLabel = "copy|link|off",
            description = {
                "Files already held at the same export: copy them (the default), make hard links, or fetch them anyway"
                        + " (off)."
            })
    @Nullable String reuse;

    @Mixin
    final SiteTreeArguments trees = new SiteTreeArguments();

    @Option(names = "--accept-incomplete", description = "Replicate even if an index did not answer in full.")
    boolean acceptIncomplete;

    @Mixin
    final JobOptionArguments jobOptions = new JobOptionArguments();

    @Override
    protected ExitCode run() {
        CreateSubscription wish = message();
        if (dryRun) return shown(api().subscriptions().plan(wish), this::size);
        SubscriptionView made = api().subscriptions().subscribe(wish);
        if (json()) terminal().json(made);
        else terminal().line(made.id());
        return ExitCode.DONE;
    }

    private void size(SubscriptionPlanView plan) {
        String more = plan.complete() ? "" : "at least ";
        terminal().line("found        " + more + extent(plan.datasets(), plan.files(), plan.bytes()));
        terminal().line("first run    " + more + extent(plan.runDatasets(), plan.runFiles(), plan.runBytes()));
        if (!plan.needsConfirmation()) return;
        terminal().line("to create it give " + (plan.complete() ? "--confirm " + plan.runBytes() : "--yes"));
    }

    private static String extent(long datasets, long files, long bytes) {
        return Plural.of(datasets, "dataset") + ", " + Plural.of(files, "file") + ", " + ByteSize.text(bytes);
    }

    private CreateSubscription message() {
        try {
            return new CreateSubscription(
                    label,
                    FacetArguments.query(query, null, false, false),
                    EndpointText.ofPlace(destination),
                    jobOptions.toMessage(new SourcePolicy(prefer, avoid, null, reuse, trees.endpoints())),
                    acceptIncomplete,
                    every == null ? null : TimeText.parse(every).toSeconds(),
                    onNewVersion,
                    onRetracted,
                    onSuperseded,
                    request,
                    maxBytesPerRun == null ? null : ByteSize.parse(maxBytesPerRun),
                    maxDatasetsPerRun,
                    confirm,
                    yes);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
