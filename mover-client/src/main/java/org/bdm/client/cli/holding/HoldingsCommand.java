package org.bdm.client.cli.holding;

import java.util.Locale;
import java.util.stream.Collectors;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.core.control.holding.DatasetMarkView;
import org.bdm.core.control.holding.HoldingView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the files that the site holds. */
@Command(
        name = "holdings",
        subcommands = HoldingsForgetCommand.class,
        footer = "bdm-client holdings --dataset CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803",
        description = "Lists the files that the site holds.")
public final class HoldingsCommand extends Verb {
    @Option(names = "--dataset", paramLabel = "ID", description = "Only files of this dataset version.")
    @Nullable String dataset;

    @Option(names = "--state", paramLabel = "STATE", description = "Only files in this state, e.g. DISPUTED.")
    @Nullable String state;

    @Option(names = "--export", paramLabel = "EXPORT", description = "Only files in this export.")
    @Nullable String export;

    @Option(names = "--prefix", paramLabel = "PATH", description = "Only files below this directory of the export.")
    @Nullable String prefix;

    @Override
    protected ExitCode run() {
        String wanted = state == null ? null : state.toUpperCase(Locale.ROOT);
        if (!json()) terminal().heading(String.format(Locale.ROOT, "%-10s %10s  FILE", "STATE", "SIZE"));
        print(api().holdings(dataset, wanted, export, prefix), this::line);
        return ExitCode.DONE;
    }

    private void line(HoldingView holding) {
        String digests = holding.digests().stream()
                .map(known -> known.origin() + " " + known.algorithm() + ":" + known.value())
                .collect(Collectors.joining(", "));
        String head = String.format(
                Locale.ROOT,
                "%-10s %10s  %s/%s  ",
                holding.state(),
                ByteSize.text(holding.size()),
                holding.export(),
                holding.path());
        terminal().stateLine(head + terminal().roomFor(digests, head.length()) + why(holding.mark()));
    }

    private static String why(@Nullable DatasetMarkView mark) {
        return mark == null ? "" : "  (" + mark.reason() + ")";
    }
}
