package org.bdm.client.cli.dataset;

import java.util.Locale;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.core.control.dataset.DatasetView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "list",
        footer = "bdm-client dataset list CMIP6.CMIP.IPSL --latest",
        description = "Lists dataset versions by name.")
final class DatasetListCommand extends Verb {
    @Parameters(
            arity = "0..1",
            paramLabel = "PREFIX",
            description = "How the names begin; upper and lower case are the same.")
    @Nullable String prefix;

    @Option(names = "--retracted", description = "Only retracted versions.")
    boolean retracted;

    @Option(names = "--latest", description = "Only the latest versions.")
    boolean latest;

    @Option(names = "--divergent", description = "Only versions of which nodes hold different files.")
    boolean divergent;

    @Option(names = "--node", paramLabel = "NODE", description = "Only versions listed at this data node.")
    @Nullable String node;

    @Override
    protected ExitCode run() {
        if (!json()) terminal().heading(String.format(Locale.ROOT, "%12s %10s %9s  DATASET", "FILES", "SIZE", "NODES"));
        print(
                api().replicaSets(
                                prefix,
                                retracted ? Boolean.TRUE : null,
                                latest ? Boolean.TRUE : null,
                                divergent ? Boolean.TRUE : null,
                                node),
                this::line);
        return ExitCode.DONE;
    }

    /** No table: there may be millions, and they are shown as they come. */
    private void line(DatasetView dataset) {
        String marks = (dataset.latest() ? "" : "  superseded")
                + (dataset.retracted() ? "  retracted" : "")
                + (dataset.variants() > 1 ? "  " + dataset.variants() + " variants" : "");
        String numbers = String.format(
                Locale.ROOT,
                "%6d files %10s %3d nodes  ",
                dataset.files(),
                ByteSize.text(dataset.bytes()),
                dataset.nodes());
        terminal().item(numbers, dataset.instanceId(), marks.strip(), "");
    }
}
