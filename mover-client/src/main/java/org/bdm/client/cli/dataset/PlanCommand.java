package org.bdm.client.cli.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bdm.client.EndpointText;
import org.bdm.client.batch.BatchReader;
import org.bdm.client.cli.job.PlanSheet;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.plan.PlanView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what 'submit' or 'replicate' with the same arguments would transfer. */
@Command(
        name = "plan",
        footer = {
            "bdm-client plan bdm://north/data/CMIP6 bdm://south/in/CMIP6 -r",
            "bdm-client plan --batch list.txt",
            "bdm-client plan CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803 bdm://south/in"
        },
        description = {
            "Shows what a job would transfer, and how long it takes.",
            "With a tree or file as SRC, or --batch: what 'submit' would do; with datasets: what 'replicate' would do.",
            "Files and bytes still to transfer by link, files without a source, space, and the time that it takes with"
                    + " what that rests on. Changes nothing.",
            "Exits as the job would: 1 if a file would fail, 8 if an index did not answer in full, 5 if no index knows"
                    + " the dataset."
        })
public final class PlanCommand extends Verb {
    @Parameters(
            arity = "0..*",
            paramLabel = "SRC|DATASET... DST",
            description =
                    "A file or tree of a site, or names of datasets; last the destination: bdm://SITE/EXPORT/path.")
    List<String> named = new ArrayList<>();

    @Option(
            names = {"--recursive", "-r"},
            description = "SRC is a tree, not a single file.")
    boolean recursive;

    @Option(names = "--batch", paramLabel = "FILE|-", description = "Plan the files of a list; - reads the input.")
    @Nullable String batch;

    @Mixin
    final ReplicaArguments arguments = new ReplicaArguments();

    @Override
    protected ExitCode run() {
        if (batch != null) return listed(batch);
        boolean isTree = !named.isEmpty() && EndpointText.isAddress(named.get(0));
        if (isTree && named.size() == 2 && arguments.asOf != null)
            throw usage("--as-of is for datasets, not for trees");
        if (isTree && named.size() == 2) return tree(named.get(0), named.get(1));
        if (recursive) throw usage("--recursive needs SRC and DST: bdm://SITE/EXPORT/path");
        SubmitJob job = arguments.message(this, named);
        return sheet(job).show(api().startPlan(job));
    }

    private ExitCode tree(String source, String destination) {
        JobItem item = new JobItem(endpoint(source), endpoint(destination), recursive, null, List.of());
        SubmitJob job = message(recursive ? "TREE" : "FILE", List.of(item));
        return sheet(job).failingAsTheJobWould().show(api().startPlan(job));
    }

    private ExitCode listed(String file) {
        if (!named.isEmpty() || recursive) throw usage("--batch takes no SRC, DST or --recursive");
        if (arguments.asOf != null) throw usage("--as-of is for datasets, not for lists of files");
        try (InputStream input = opened(file)) {
            String key = UUID.randomUUID().toString();
            SubmitJob job = message("BATCH", List.of());
            PlanView started = api().startPlanStreamed(job, () -> new BatchReader(input), key);
            return sheet(job).failingAsTheJobWould().show(started);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PlanSheet sheet(SubmitJob job) {
        return new PlanSheet(this).of(job);
    }

    private SubmitJob message(String kind, List<JobItem> items) {
        try {
            return new SubmitJob(arguments.label, kind, items, arguments.jobOptions.toMessage());
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private String endpoint(String argument) {
        try {
            return EndpointText.ofPlace(argument);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
