package org.bdm.client.cli.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.FacetArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.IndexWarningView;
import org.bdm.core.control.dataset.FoundDatasetView;
import org.bdm.core.control.dataset.ReplicaFileView;
import org.bdm.core.control.dataset.SearchView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Searches the ESGF indexes of the server. */
@Command(
        name = "search",
        footer = "bdm-client search source_id=IPSL-CM6A-LR variable_id=tas,pr experiment_id=historical",
        description = {
            "Searches the ESGF indexes of the server.",
            "Several values of one facet are alternatives; FACET!=VALUE excludes.",
            "What an index could not answer is reported on the error output; exit 8 if results may be missing."
        })
public final class SearchCommand extends Verb {
    enum Type {
        DATASET,
        FILE
    }

    @Parameters(arity = "0..*", paramLabel = "FACET=VALUE", description = "For example source_id=IPSL-CM6A-LR.")
    List<String> facets = new ArrayList<>();

    @Option(names = "--type", paramLabel = "TYPE", description = "dataset (default) or file.")
    Type type = Type.DATASET;

    @Option(names = "--index", paramLabel = "NAME", description = "Query only this index; may be repeated.")
    List<String> indexes = new ArrayList<>();

    @Option(names = "--text", paramLabel = "WORDS", description = "Words that the record must contain.")
    @Nullable String text;

    @Option(names = "--all-versions", description = "Also versions that are not the latest.")
    boolean allVersions;

    @Option(
            names = "--as-of",
            paramLabel = "YYYY-MM-DD",
            description = "Of each dataset the version that was the newest on that day, by the date in its name.")
    @Nullable String asOf;

    @Option(names = "--with-retracted", description = "Also retracted datasets.")
    boolean withRetracted;

    @Option(names = "--limit", paramLabel = "N", description = "Maximum number of datasets, 1 to 1,000; default 100.")
    @Nullable Integer limit;

    @Override
    protected ExitCode run() {
        SearchView found;
        try {
            DatasetQuery query = FacetArguments.query(facets, text, allVersions, withRetracted);
            found = api().search(query, type.name().toLowerCase(Locale.ROOT), indexes, limit, asOf);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        if (json()) terminal().json(found);
        else if (type == Type.DATASET) datasets(found.datasets());
        else files(found.files());
        for (IndexWarningView warning : found.warnings()) {
            terminal().message("warning: " + warning.index() + ": " + warning.code() + ": " + warning.text());
        }
        boolean isInTrouble = found.warnings().stream().anyMatch(IndexWarningView::affectsCompleteness);
        if (found.datasets().isEmpty() && found.files().isEmpty()) terminal().message(nothing(isInTrouble));
        if (found.cut() != null) terminal().message(found.cut());
        boolean isWrong = found.warnings().stream().anyMatch(warning -> isWrong(warning, found));
        if (isInTrouble) return ExitCode.REFUSED;
        return isWrong ? ExitCode.USAGE : ExitCode.DONE;
    }

    /** Names what may be wrong: an index that did not answer, a word, or a facet. */
    private String nothing(boolean isInTrouble) {
        if (isInTrouble) return "the indexes that answered have nothing; search again when all of them answer";
        if (facets.isEmpty()) return "no record has all of these words; use fewer, or facets as FACET=VALUE";
        return "nothing was found; check the spelling of the facets and their values";
    }

    /** Only an older server answers so. A facet that nobody knows finds nothing, or leaves nothing out: the question was another one than it seemed. */
    private boolean isWrong(IndexWarningView warning, SearchView found) {
        if (!warning.code().equals("UNKNOWN_FACET")) return false;
        boolean isEmpty = found.datasets().isEmpty() && found.files().isEmpty();
        return isEmpty
                || facets.stream()
                        .filter(facet -> facet.contains("!="))
                        .anyMatch(
                                facet -> warning.text().contains("'" + facet.substring(0, facet.indexOf("!=")) + "'"));
    }

    private void datasets(List<FoundDatasetView> datasets) {
        Table table = new Table("/DATASET", ">FILES", ">SIZE", ">NODES", "LATEST", "RETRACTED");
        for (FoundDatasetView dataset : datasets) {
            table.row(
                    dataset.instanceId(),
                    dataset.files() == null ? "-" : String.valueOf(dataset.files()),
                    dataset.bytes() == null ? "-" : ByteSize.text(dataset.bytes()),
                    String.valueOf(dataset.nodes().size()),
                    dataset.latest() ? "yes" : "no",
                    dataset.retracted() ? "yes" : "no");
        }
        terminal().table(table);
    }

    private void files(List<ReplicaFileView> files) {
        Table table = new Table("/DATASET", "/FILE", ">SIZE", ">COPIES", "?DIGEST");
        for (ReplicaFileView file : files) {
            table.row(
                    file.dataset(),
                    file.name(),
                    file.size() == null ? "-" : ByteSize.text(file.size()),
                    String.valueOf(file.copies().size()),
                    file.digests().isEmpty()
                            ? "-"
                            : file.digests().get(0).algorithm() + ":"
                                    + file.digests().get(0).value());
        }
        terminal().table(table);
    }
}
