package org.bdm.client.cli.dataset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.FacetArguments;
import org.bdm.client.cli.verb.JobOptionArguments;
import org.bdm.client.cli.verb.SiteTreeArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.job.SourcePolicy;
import org.bdm.core.control.job.SubmitJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which datasets go where and from which nodes, as options of a verb. */
final class ReplicaArguments {
    private static final int NAMES_MAX = 100_000;

    @Option(
            names = "--query",
            paramLabel = "FACET=VALUE",
            arity = "1",
            description = "Query the indexes instead of naming datasets; may be repeated; FACET!=VALUE excludes.")
    List<String> query = new ArrayList<>();

    @Option(names = "--all-versions", description = "With --query: also versions that are not the latest.")
    boolean allVersions;

    @Option(
            names = "--as-of",
            paramLabel = "YYYY-MM-DD",
            description = "Of each dataset the version that was the newest on that day, by the date in its name.")
    @Nullable String asOf;

    @Option(names = "--from", paramLabel = "FILE|-", description = "Names in a file, one a line; # begins a comment.")
    @Nullable String from;

    @Option(names = "--draft", paramLabel = "ID", description = "A draft made by 'import'.")
    @Nullable String draft;

    @Option(names = "--label", paramLabel = "TEXT", description = "A name to find the job by; shown in lists.")
    @Nullable String label;

    @Option(names = "--prefer", paramLabel = "NODE", description = "Read from this data node first; may be repeated.")
    List<String> prefer = new ArrayList<>();

    @Option(names = "--avoid", paramLabel = "NODE", description = "Never read from this data node; may be repeated.")
    List<String> avoid = new ArrayList<>();

    @Option(
            names = "--variant",
            paramLabel = "NODE",
            description = "If nodes hold different files: take those of this node, not of the original.")
    @Nullable String variant;

    @Mixin
    final SiteTreeArguments trees = new SiteTreeArguments();

    @Option(
            names = "--reuse",
            paramLabel = "copy|link|off",
            description = {
                "Files already held at the same export: copy them (the default), make hard links, or fetch them anyway"
                        + " (off)."
            })
    @Nullable String reuse;

    @Option(names = "--offline", description = "Use what the catalog knows of the datasets; query no index.")
    boolean offline;

    @Option(names = "--accept-incomplete", description = "Continue even if an index did not answer in full.")
    boolean acceptIncomplete;

    @Option(
            names = "--skip-unknown",
            description = "Skip names that no index knows, and replicate the others; 'events JOB' names each.")
    boolean skipUnknown;

    @Option(
            names = "--confirm",
            paramLabel = "BYTES",
            description = "With --query over the limit of the site: the bytes that 'plan' names.")
    @Nullable Long confirm;

    @Option(names = "--yes", description = "With --query: whatever its size.")
    boolean yes;

    @Mixin
    final JobOptionArguments jobOptions = new JobOptionArguments();

    /**
     * The message; a {@code ParameterException} of the verb for what makes no sense.
     *
     * @param named names of datasets, and last the destination
     */
    SubmitJob message(Verb verb, List<String> named) {
        if (named.isEmpty()) throw verb.usage("the destination is missing: bdm://SITE/EXPORT/path");
        List<String> datasets = new ArrayList<>(named.subList(0, named.size() - 1));
        String destination = named.get(named.size() - 1);
        if (!EndpointText.isAddress(destination) && destination.indexOf(':') < 0)
            throw verb.usage("the last argument is the destination: bdm://SITE/EXPORT/path");
        if (from != null) datasets.addAll(names(verb, from));
        int ways = (datasets.isEmpty() && from == null ? 0 : 1) + (query.isEmpty() ? 0 : 1) + (draft == null ? 0 : 1);
        if (ways != 1) throw verb.usage("give one of: names of datasets or --from, --query, --draft");
        if (from != null && datasets.isEmpty()) throw verb.usage(from + " contains no dataset names");
        try {
            return new SubmitJob(
                    label,
                    "REPLICA_SET",
                    List.of(),
                    jobOptions.toMessage(new SourcePolicy(prefer, avoid, variant, reuse, trees.endpoints())),
                    datasets,
                    query.isEmpty() ? null : FacetArguments.query(query, null, allVersions, false),
                    draft,
                    EndpointText.ofPlace(destination),
                    offline,
                    acceptIncomplete,
                    null,
                    confirm,
                    yes ? true : null,
                    skipUnknown ? true : null,
                    asOf);
        } catch (IllegalArgumentException e) {
            throw verb.usage(e.getMessage());
        }
    }

    private static List<String> names(Verb verb, String file) {
        List<String> names = new ArrayList<>();
        try (InputStream input = verb.opened(file);
                BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String name = line.strip();
                if (name.isEmpty() || name.startsWith("#")) continue;
                if (names.size() == NAMES_MAX) throw verb.usage(file + " has more than " + NAMES_MAX + " names");
                names.add(name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }
}
