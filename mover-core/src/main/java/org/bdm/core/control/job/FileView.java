package org.bdm.core.control.job;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.DigestValue;
import org.jspecify.annotations.Nullable;

/**
 * One file of a job. Names are percent-escaped.
 *
 * @param kind {@code FILE}, {@code DIRECTORY} or {@code SYMBOLIC_LINK}
 * @param size bytes
 * @param bytesMoved received from the network, each byte once; grows while the file is moved
 * @param bytesDurable safely on disk at the destination; grows while the file is moved, and is {@code size} when it is DONE
 * @param state {@code PENDING ACTIVE VERIFYING WAITING DONE SKIPPED_SAME FAILED CANCELLED}
 * @param errorCode of the last error, kept while the file waits
 * @param evidenceLevel {@code stream}, {@code readback(memory)}, {@code readback} or {@code published}; null before DONE
 * @param digest computed at the destination; null before DONE
 * @param since when it became final or began to wait; null while it does neither
 * @param waitingUntil when it is tried again; only while WAITING
 * @param reused {@code copy}, {@code link} or {@code repair} if bytes of it were taken from a file that the site held, which is the damaged one for
 *     {@code repair}; null if not
 * @param reusedFrom endpoint of that file
 * @param origins of a DONE file of a job that reads at paired sites too: from where it came; else empty
 * @param restsOn what the evidence of a DONE file rests on, in words; null where the level says all
 * @param placing how files get their names where it lies, and what proves afterwards that they are ours; when one file is asked for
 * @param tries its last attempts, at most ten, oldest first, when one file is asked for; empty in lists, and when the first was good
 */
public record FileView(
        String id,
        String kind,
        String source,
        String destination,
        long size,
        long bytesMoved,
        long bytesDurable,
        String state,
        @Nullable String errorCode,
        @Nullable String errorText,
        @Nullable String evidenceLevel,
        @Nullable DigestValue digest,
        int attempts,
        @Nullable Instant mtime,
        @Nullable Instant since,
        @Nullable Instant waitingUntil,
        @Nullable String reused,
        @Nullable String reusedFrom,
        List<OriginView> origins,
        @Nullable String restsOn,
        @Nullable String placing,
        List<AttemptView> tries) {
    /** An absent list is an empty one. */
    public FileView {
        origins = origins == null ? List.of() : List.copyOf(origins);
        tries = tries == null ? List.of() : List.copyOf(tries);
    }

    /** The same with its attempts, and how it was placed. */
    public FileView withTries(List<AttemptView> known, @Nullable String placedBy) {
        return new FileView(
                id,
                kind,
                source,
                destination,
                size,
                bytesMoved,
                bytesDurable,
                state,
                errorCode,
                errorText,
                evidenceLevel,
                digest,
                attempts,
                mtime,
                since,
                waitingUntil,
                reused,
                reusedFrom,
                origins,
                restsOn,
                placedBy,
                known);
    }
}
