package org.bdm.server.holding.record;

import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;

/**
 * A sighting of a held file, with its size and time.
 *
 * @param dataset instance id; null if whoever looked does not know it
 * @param size bytes on disk
 * @param modified mtime on disk
 * @param state VERIFIED if its digest was computed and is right, DAMAGED if it is wrong, MISSING if it is not on disk, DISPUTED if size or digest contradict what others
 *     say, UNVERIFIED if only its size and time were looked at
 * @param digests that became known with this look
 * @param inode of the file whose bytes were read for that; 0 if they were not
 * @param ranges digests of its ranges, if its bytes are right and they were computed with its digests; null if not
 */
public record HoldingNotice(
        ExportName export,
        StorePath path,
        @Nullable String dataset,
        long size,
        Instant modified,
        HoldingState state,
        List<HoldingDigest> digests,
        long inode,
        @Nullable RangeDigests ranges) {
    /** Copies the list. */
    public HoldingNotice {
        digests = List.copyOf(digests);
    }

    /** A look that says nothing of the inode. */
    public HoldingNotice(
            ExportName export,
            StorePath path,
            @Nullable String dataset,
            long size,
            Instant modified,
            HoldingState state,
            List<HoldingDigest> digests) {
        this(export, path, dataset, size, modified, state, digests, 0, null);
    }
}
