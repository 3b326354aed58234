package org.bdm.server.catalog.job;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;

/**
 * Files and bytes of a job by stored state. The states add up to the total, because PENDING is what is left of it; how many of the PENDING
 * are being moved right now only the dispatcher knows.
 *
 * @param total all files listed so far, of every state
 * @param byState every stored state; files and the sum of their sizes
 * @param byEvidence DONE files per level of evidence
 * @param bytesMoved payload bytes that arrived for this job, repeats included
 * @param bytesResent those of them that had arrived before
 * @param reused DONE files of which this site had bytes already, and how many bytes of them
 */
public record JobCounts(
        Amount total,
        Map<FileState, Amount> byState,
        Map<EvidenceLevel, Long> byEvidence,
        long bytesMoved,
        long bytesResent,
        Amount reused) {
    /** Copies the maps. */
    public JobCounts {
        byState = Collections.unmodifiableMap(new EnumMap<>(byState));
        byEvidence = byEvidence.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(byEvidence));
    }

    /** Files in this state; {@link Amount#NONE} for a state that is not stored. */
    public Amount in(FileState state) {
        return byState.getOrDefault(state, Amount.NONE);
    }

    /** Files whose content is at the destination: DONE and SKIPPED_SAME. */
    public long there() {
        return in(FileState.DONE).files() + in(FileState.SKIPPED_SAME).files();
    }

    /** Files that still have to be moved: PENDING and WAITING. */
    public long open() {
        return in(FileState.PENDING).files() + in(FileState.WAITING).files();
    }
}
