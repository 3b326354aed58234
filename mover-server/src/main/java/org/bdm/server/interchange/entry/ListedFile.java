package org.bdm.server.interchange.entry;

import java.net.URI;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/**
 * One file.
 *
 * @param path as the list has it: below the destination, or on the disk of whoever wrote a mapfile; never with {@code ..}
 * @param dataset told by the list or by the directories of a path or address; null if neither does
 * @param sizeBytes null if the list does not tell
 * @param digests at most one of each algorithm
 * @param kept digests of algorithms that are not computed here
 * @param urls of copies, the preferred one first; http or https
 */
public record ListedFile(
        String path,
        @Nullable DatasetName dataset,
        @Nullable Long sizeBytes,
        List<Checksum> digests,
        List<KeptDigest> kept,
        List<URI> urls)
        implements ImportedEntry {
    /** Copies the lists. */
    public ListedFile {
        digests = List.copyOf(digests);
        kept = List.copyOf(kept);
        urls = List.copyOf(urls);
    }

    /** A file without digests that are only kept. */
    public ListedFile(
            String path,
            @Nullable DatasetName dataset,
            @Nullable Long sizeBytes,
            List<Checksum> digests,
            List<URI> urls) {
        this(path, dataset, sizeBytes, digests, List.of(), urls);
    }

    @Override
    public int files() {
        return 1;
    }
}
