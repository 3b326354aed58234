package org.bdm.core.transfer;

import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a file, or the reason why it waits. DONE is reported only when data, name and directory are on stable storage.
 *
 * @param file its number
 * @param state DONE, SKIPPED_SAME, FAILED, CANCELLED or WAITING
 * @param evidence what was verified; null for all but DONE and compared files, and for entries without bytes
 * @param reason why it failed or waits; null for all else
 * @param bytesMoved bytes of the file that came over the network and were accepted, all tries together; without those that the entry's
 *     {@link EarlierRuns} told already
 * @param bytesResent part of {@code bytesMoved} that had been sent before, or was refused
 * @param durationMillis from the first want to the end
 * @param retryAt when it is worth trying again; null for all but WAITING
 * @param also the digest that was computed in passing, of a DONE file of which the entry wants one; null if it was not, as after a crash
 * @param reuse what of it was not moved because this site had it; an attempt of an earlier run is not counted
 * @param origins from where the bytes of a DONE file came; empty if its source is one place itself
 * @param ranges digests of the ranges of a DONE file that was moved; null for a small one, or if they were not computed
 */
public record FileOutcome(
        FileId file,
        FileState state,
        @Nullable Evidence evidence,
        @Nullable MoverException reason,
        long bytesMoved,
        long bytesResent,
        long durationMillis,
        @Nullable Instant retryAt,
        @Nullable Checksum also,
        Reuse reuse,
        List<Origin> origins,
        @Nullable RangeDigests ranges) {
    /** Copies the list. */
    public FileOutcome {
        origins = List.copyOf(origins);
    }
}
