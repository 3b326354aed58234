package org.bdm.server.catalog.handover;

import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * A file that another mover is to bring.
 *
 * @param number from 1, in the order of the list
 * @param path below the export
 * @param sourcePath where the carrier reads it: a path at the endpoint, or an address
 * @param dataset instance id of its dataset version; null if it is of none
 * @param size in bytes; {@link #SIZE_UNKNOWN} if nobody says it
 * @param digests what was published, at most one of each algorithm
 * @param says what is wrong, in a sentence; empty for nothing
 */
public record HandedFile(
        int number,
        StorePath path,
        String sourcePath,
        @Nullable String dataset,
        long size,
        List<Checksum> digests,
        HandedFileState state,
        String says) {
    /** The size of a file of which nobody says one. */
    public static final long SIZE_UNKNOWN = -1;

    /** Copies the list. */
    public HandedFile {
        digests = List.copyOf(digests);
    }

    /** A file that is to be handed over. */
    public static HandedFile wanted(
            int number,
            StorePath path,
            String sourcePath,
            @Nullable String dataset,
            long size,
            List<Checksum> digests) {
        return new HandedFile(number, path, sourcePath, dataset, size, digests, HandedFileState.WANTED, "");
    }

    /** The same file in another state. */
    public HandedFile in(HandedFileState other, String why) {
        return new HandedFile(number, path, sourcePath, dataset, size, digests, other, why);
    }
}
