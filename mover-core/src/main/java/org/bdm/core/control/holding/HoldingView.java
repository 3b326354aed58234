package org.bdm.core.control.holding;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One file that the site holds.
 *
 * @param path below the export, percent-escaped
 * @param dataset instance id; null if it is not known
 * @param state {@code VERIFIED}, {@code UNVERIFIED}, {@code DISPUTED}, {@code SUPERSEDED}, {@code RETRACTED}, {@code DAMAGED},
 *     {@code MISSING}, {@code READ} or {@code CHANGED}
 * @param since when it got this state
 * @param checkedAt when its bytes were last compared, or looked for, here; null if that is not known
 * @param mark what is said against its dataset; null for nothing
 * @param seen what is on disk now, if a look saw something else than the evidence is of; null if not
 * @param digests all that are known of it; they describe the bytes of {@code size} and {@code modified}, whatever is on disk now
 */
public record HoldingView(
        String export,
        String path,
        @Nullable String dataset,
        long size,
        Instant modified,
        String state,
        Instant since,
        @Nullable Instant checkedAt,
        @Nullable DatasetMarkView mark,
        @Nullable SeenOnDisk seen,
        List<KnownDigest> digests) {
    /** An absent list is an empty one. */
    public HoldingView {
        digests = digests == null ? List.of() : List.copyOf(digests);
    }

    /**
     * A look at the disk.
     *
     * @param at when it was first seen so
     */
    public record SeenOnDisk(long size, Instant modified, Instant at) {}

    /**
     * A digest and who says so.
     *
     * @param algorithm {@code sha256}, {@code md5} or {@code crc32c}
     * @param value lower-case hexadecimal
     * @param origin {@code listed} for what others say; {@code stream}, {@code read}, {@code readback(memory)}, {@code readback} or {@code published}
     *     for what was computed here
     * @param knownAt when it was computed, or taken from a list
     * @param restsOn of bytes for which no digest is published, the requests that brought them, in words; null where {@code origin} says all
     */
    public record KnownDigest(
            String algorithm,
            String value,
            String origin,
            Instant knownAt,
            @Nullable String restsOn) {}
}
