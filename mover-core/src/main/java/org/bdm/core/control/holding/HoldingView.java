package org.bdm.core.control.holding;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One file that the site holds.
 *
 * @param dataset The dataset version, as its instance id; null if it is not known. Such as {@code
 * CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903}.
 * @param state The state of the holding. One of {@code HoldingState}.
 * @param since When it got this state.
 * @param checkedAt When its content was last compared, or looked for, here; null if that is not known.
 * @param seen The file that is at its place now, if that is not the one that the evidence is of; null if it is.
 * @param digests All digests that are known of it; empty for none. They describe the content of this size and time, whatever is on disk
 * now.
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
     * A file as the last look at the disk saw it.
     *
     * @param size Its bytes; -1 if nothing was there. Such as {@code 1048576}.
     * @param at When it was first seen so.
     */
    public record SeenOnDisk(long size, Instant modified, Instant at) {}

    /**
     * A digest of a held file, and who says so.
     *
     * @param origin Who says so: listed for others, the rest for what was computed here. One of {@code DigestOrigin}.
     * @param knownAt When it was computed, or taken from a list.
     * @param restsOn Of bytes for which no digest is published: the requests that brought them, in words; null where the origin says all.
     * Such as {@code one request to esgf.example; no digest is published}.
     */
    public record KnownDigest(
            String algorithm,
            String value,
            String origin,
            Instant knownAt,
            @Nullable String restsOn) {}
}
