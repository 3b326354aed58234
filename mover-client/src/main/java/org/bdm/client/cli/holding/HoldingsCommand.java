package org.bdm.client.cli.holding;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.DigestText;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.DatasetMarkView;
import org.bdm.core.control.holding.HoldingHistoryView;
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

    @Option(
            names = "--history",
            paramLabel = "PLACE",
            description = "What became of one file, with the evidence before: bdm://SITE/EXPORT/path")
    @Nullable String history;

    @Override
    protected ExitCode run() {
        if (history != null) return history(history);
        String wanted = state == null ? null : state.toUpperCase(Locale.ROOT);
        if (!json()) terminal().heading(String.format(Locale.ROOT, "%-10s %10s  FILE", "STATE", "SIZE"));
        print(api().holdings(dataset, wanted, export, prefix), this::line);
        return ExitCode.DONE;
    }

    private ExitCode history(String place) {
        if (dataset != null || state != null || export != null || prefix != null)
            throw usage("--history takes one place and no other choice");
        String[] parts;
        try {
            parts = EndpointText.ofArgument(place).substring("bdm://".length()).split("/", 3);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        if (parts.length < 3 || parts[2].isEmpty()) throw usage("--history needs a file: bdm://SITE/EXPORT/path");
        String cursor = null;
        do {
            Page<HoldingHistoryView> page = api().surveys().history(parts[1], parts[2], cursor);
            for (HoldingHistoryView event : page.items()) {
                if (json()) terminal().json(event);
                else event(event);
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return ExitCode.DONE;
    }

    private void event(HoldingHistoryView event) {
        terminal()
                .line(event.at() + "  " + event.event() + (event.by().isEmpty() ? "" : " by " + event.by())
                        + (event.reason().isEmpty() ? "" : ": " + event.reason()));
        terminal()
                .line("    before: " + event.state() + ", " + ByteSize.text(event.size()) + " of " + event.modified());
        event.digests()
                .forEach(known ->
                        terminal().line("    " + known.origin() + " " + known.algorithm() + ":" + known.value()));
    }

    private void line(HoldingView holding) {
        String head = String.format(Locale.ROOT, "%-10s %10s  ", holding.state(), ByteSize.text(holding.size()));
        String name = holding.export() + "/" + holding.path();
        terminal().item(head, name, "", digests(holding), restsOn(holding), why(holding.mark()), changed(holding));
    }

    /** Each value once, with all who say it: mostly they say the same. */
    private String digests(HoldingView holding) {
        Map<String, String> saidBy = new LinkedHashMap<>();
        holding.digests()
                .forEach(known -> saidBy.merge(
                        DigestText.of(
                                known.algorithm(), known.value(), terminal().style()),
                        known.origin(),
                        (before, origin) -> before + "+" + origin));
        return saidBy.entrySet().stream()
                .map(said -> said.getValue() + " " + said.getKey())
                .collect(Collectors.joining(", "));
    }

    /** Once: all digests of the bytes that came rest on the same. */
    private static String restsOn(HoldingView holding) {
        return holding.digests().stream()
                .map(HoldingView.KnownDigest::restsOn)
                .filter(Objects::nonNull)
                .findFirst()
                .map(text -> "rests on " + text)
                .orElse("");
    }

    private static String changed(HoldingView holding) {
        HoldingView.SeenOnDisk seen = holding.seen();
        return seen == null
                ? ""
                : "(on disk since " + seen.at() + ": " + ByteSize.text(seen.size()) + " of " + seen.modified() + ")";
    }

    private static String why(@Nullable DatasetMarkView mark) {
        return mark == null ? "" : "(" + mark.reason() + ")";
    }
}
