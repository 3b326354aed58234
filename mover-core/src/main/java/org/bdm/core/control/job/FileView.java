package org.bdm.core.control.job;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.DigestValue;
import org.jspecify.annotations.Nullable;

/**
 * One file of a job. Names are percent-escaped.
 *
 * @param kind What it is. One of {@code FileKind}.
 * @param source Where it comes from, as an endpoint. Such as {@code bdm://north/data/CMIP6/tas.nc}.
 * @param destination Where it goes, as an endpoint. Such as {@code bdm://south/in/CMIP6/tas.nc}.
 * @param bytesMoved Bytes received from the network, each counted once, at least 0; grows while the file is moved. Such as {@code
 * 43690133}.
 * @param bytesDurable Bytes that are safely on disk at the destination, at least 0; equal to size when the file is DONE. Such as {@code
 * 43690133}.
 * @param state The state of the file. One of {@code FileState}.
 * @param evidenceLevel How the content was verified; null before DONE. One of {@code Evidence}.
 * @param digest Digest computed at the destination; null before DONE.
 * @param attempts Number of attempts that ended, at least 0. Such as {@code 1}.
 * @param since When it reached its final state or began to wait; null while it does neither.
 * @param waitingUntil When it is tried again; null unless it is WAITING.
 * @param reused How bytes were taken from a file that the site holds: copied, as a second name of it, or kept of the damaged file that is
 * repaired; null if none were. One of {@code ReuseWay}.
 * @param reusedFrom Endpoint of the held file that bytes were taken from; null for none. Such as {@code bdm://south/in/CMIP6/old/tas.nc}.
 * @param origins Where the bytes of a DONE file came from, if its job reads at paired sites besides data nodes; or no digest is published;
 * else empty.
 * @param restsOn What the evidence of a DONE file rests on, in words; null where its level says all. Such as {@code one request to
 * esgf.example; no digest is published}.
 * @param placing How files get their names where it lies, and what proves afterwards that they are ours; null in lists, and where the
 * export is not written here. Such as {@code renamed without replacing; proof: inode number and size}.
 * @param tries Its last attempts, at most ten, oldest first, when one file is asked for; empty in lists, and when the first was good.
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
