package org.bdm.server.dataset.replica;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.write.ManifestWriter;
import org.jspecify.annotations.Nullable;

/**
 * Files of dataset versions that this site lacks, where indexes say that Globus has them: as the batch of a transfer, which another
 * program does. Any thread that may block.
 */
public final class MissingAtGlobus {
    private static final int NAMED_MAX = 20;

    private final MissingFiles files;

    /** With its parts. */
    public MissingAtGlobus(DatasetResolver resolver, Catalog catalog) {
        this.files = new MissingFiles(resolver, catalog);
    }

    private record Missing(ReplicaSet set, ReplicaFile file, String path, List<GlobusPlace> places) {}

    /**
     * The batch of one endpoint, since a transfer has one source. Asks the indexes.
     *
     * @param datasets dataset versions
     * @param endpoint UUID of the source; null if there is only one
     */
    public final class Batch {
        private final List<Missing> files;
        private final List<String> unplaced = new ArrayList<>();
        private final String endpoint;

        private Batch(List<Missing> all, @Nullable String wanted) {
            Set<String> endpoints = new TreeSet<>();
            for (Missing each : all) each.places().forEach(place -> endpoints.add(place.endpoint()));
            this.endpoint = chosen(endpoints, wanted);
            this.files = all.stream().filter(each -> placeOf(each).isPresent()).toList();
            all.stream()
                    .filter(each -> placeOf(each).isEmpty())
                    .limit(NAMED_MAX)
                    .forEach(each -> unplaced.add(each.path()));
        }

        private Optional<GlobusPlace> placeOf(Missing missing) {
            return missing.places().stream()
                    .filter(place -> place.endpoint().equals(endpoint))
                    .findFirst();
        }

        /**
         * Writes it; comments name the source, and files that this endpoint does not have.
         *
         * @param writer writes to {@code out}
         */
        public void write(ManifestWriter writer, OutputStream out) throws IOException {
            Writer head = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            head.write("# source endpoint: " + endpoint + "\n");
            for (String path : unplaced) head.write("# not there: " + QuotedText.of(path) + "\n");
            head.flush();
            for (Missing missing : files) {
                GlobusPlace place = placeOf(missing).orElseThrow();
                writer.add(MissingFiles.listed(missing.set(), missing.file(), missing.path(), place.path(), List.of()));
            }
            writer.end();
        }
    }

    private static String chosen(Set<String> endpoints, @Nullable String wanted) {
        if (endpoints.isEmpty()) {
            throw new MoverException(
                    ErrorCode.NOT_FOUND, "no file is missing here that an index says is at an endpoint of Globus");
        }
        if (wanted == null && endpoints.size() == 1) return endpoints.iterator().next();
        if (wanted != null && endpoints.contains(wanted)) return wanted;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "a transfer of Globus has one source: name it with --endpoint, one of "
                        + endpoints.stream().limit(NAMED_MAX).collect(Collectors.joining(", ")));
    }

    /**
     * Finds what is missing of dataset versions, by asking the indexes.
     *
     * @throws MoverException NOT_FOUND if nothing is missing that Globus has; INVALID_REQUEST if there are several endpoints and none
     *     is named; what {@link DatasetResolver#resolve} throws
     */
    public Batch of(List<String> datasets, @Nullable String endpoint) {
        List<Missing> missing = new ArrayList<>();
        files.forEach(datasets, (set, file, path) -> missing.add(new Missing(set, file, path, places(file))));
        return new Batch(missing, endpoint);
    }

    private static List<GlobusPlace> places(ReplicaFile file) {
        return file.copies().stream()
                .flatMap(copy -> copy.elsewhere().stream())
                .flatMap(address -> GlobusPlace.of(address).stream())
                .toList();
    }
}
