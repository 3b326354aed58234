package org.bdm.server.dataset.replica;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.write.ManifestFile;

/** Finds the files of dataset versions that this site lacks, by asking the indexes. Any thread that may block. */
final class MissingFiles {
    private final DatasetResolver resolver;
    private final Catalog catalog;

    MissingFiles(DatasetResolver resolver, Catalog catalog) {
        this.resolver = resolver;
        this.catalog = catalog;
    }

    /** Takes a missing file, with its path below a root. */
    interface Taker {
        void take(ReplicaSet set, ReplicaFile file, String path);
    }

    /** Names each missing file; throws what {@link DatasetResolver#resolve} throws. */
    void forEach(List<String> datasets, Taker taker) {
        DatasetWishes wishes = new DatasetWishes(datasets, List.of());
        resolver.resolve(wishes, DatasetResolver.Keeping.FORGOTTEN, set -> take(set, taker));
    }

    private void take(ReplicaSet set, Taker taker) {
        if (set.variants().isEmpty()) return;
        Set<String> held = HeldNames.of(catalog, set.instanceId());
        for (ReplicaFile file : set.variants().get(0).files()) {
            if (held.contains(file.name()) || file.path().isEmpty()) continue;
            taker.take(set, file, file.path().get());
        }
    }

    /** A missing file as lists have it. */
    static ManifestFile listed(ReplicaSet set, ReplicaFile file, String path, String absolutePath, List<URI> urls) {
        return new ManifestFile(
                DatasetName.of(set.instanceId()),
                path,
                absolutePath,
                Math.max(0, file.size().orElse(0)),
                file.modified().orElse(Instant.EPOCH),
                file.digests().stream().map(ReplicaDigest::value).toList(),
                null,
                file.trackingId().orElse(null),
                urls,
                null);
    }
}
