package org.bdm.server.dataset.replica;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.write.GlobusBatchWriter;
import org.bdm.server.interchange.write.ManifestFile;
import org.jspecify.annotations.Nullable;

/**
 * Files of dataset versions that this site lacks, where indexes say that Globus has them: as the batch of a transfer, which another
 * program does. Any thread that may block.
 */
public final class MissingAtGlobus {
    private static final int NAMED_MAX = 20;

    private final DatasetResolver resolver;
    private final Catalog catalog;

    /** With its parts. */
    public MissingAtGlobus(DatasetResolver resolver, Catalog catalog) {
        this.resolver = resolver;
        this.catalog = catalog;
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

        /** Writes it; comments name the source, and files that this endpoint does not have. */
        public void write(String destination, OutputStream out) throws IOException {
            Writer head = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            head.write("# source endpoint: " + endpoint + "\n");
            for (String path : unplaced) head.write("# not there: " + QuotedText.of(path) + "\n");
            head.flush();
            GlobusBatchWriter writer = new GlobusBatchWriter(ChecksumAlgorithm.SHA256, destination, out);
            for (Missing missing : files) {
                writer.add(file(missing, placeOf(missing).orElseThrow()));
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

    private static ManifestFile file(Missing missing, GlobusPlace place) {
        return new ManifestFile(
                DatasetName.of(missing.set().instanceId()),
                missing.path(),
                place.path(),
                Math.max(0, missing.file().size().orElse(0)),
                missing.file().modified().orElse(java.time.Instant.EPOCH),
                missing.file().digests().stream().map(ReplicaDigest::value).toList(),
                null,
                missing.file().trackingId().orElse(null),
                List.of(),
                null);
    }

    /**
     * Finds what is missing of dataset versions, by asking the indexes.
     *
     * @throws MoverException NOT_FOUND if nothing is missing that Globus has; INVALID_REQUEST if there are several endpoints and none
     *     is named; what {@link DatasetResolver#resolve} throws
     */
    public Batch of(List<String> datasets, @Nullable String endpoint) {
        List<Missing> missing = new ArrayList<>();
        DatasetWishes wishes = new DatasetWishes(datasets, List.of());
        resolver.resolve(wishes, DatasetResolver.Keeping.FORGOTTEN, set -> addMissing(set, missing));
        return new Batch(missing, endpoint);
    }

    private void addMissing(ReplicaSet set, List<Missing> missing) {
        if (set.variants().isEmpty()) return;
        Set<String> held = held(set.instanceId());
        for (ReplicaFile file : set.variants().get(0).files()) {
            if (held.contains(file.name()) || file.path().isEmpty()) continue;
            List<GlobusPlace> places = file.copies().stream()
                    .flatMap(copy -> copy.elsewhere().stream())
                    .flatMap(address -> GlobusPlace.of(address).stream())
                    .toList();
            missing.add(new Missing(set, file, file.path().get(), places));
        }
    }

    /** Names of the files of a dataset version that can be used here. */
    private Set<String> held(String instanceId) {
        Set<String> names = new HashSet<>();
        String cursor = null;
        do {
            HoldingQuery query = new HoldingQuery(instanceId, null, null, StorePath.ROOT, cursor, RowPage.ROWS_MAX);
            RowPage<Holding> page = catalog.holdings().page(query);
            for (Holding holding : page.rows()) {
                if (holding.state().isUsable()) names.add(holding.path().name().shown());
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return names;
    }
}
