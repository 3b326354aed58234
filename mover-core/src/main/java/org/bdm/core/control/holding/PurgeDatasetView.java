package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * A dataset version in a removal plan, as it was when the plan was made.
 *
 * @param state Why its files may be removed. One of {@code PurgedState}.
 * @param reason Who says what against it, as a sentence. Such as {@code west says that it was retracted}.
 * @param newerFiles Number of files of the newer version; 0 if nobody knows. Such as {@code 12}.
 * @param newerVerified Number of these files with a digest that was computed here, at least 0. Such as {@code 12}.
 * @param newerEvidence The weakest evidence among these files; null for none. One of {@code DigestOrigin}.
 * @param elsewhere Data nodes that are said to hold this version, separated by commas; empty for none. Such as {@code esgf.example}.
 * @param files Number of its files in the plan, at least 0. Such as {@code 12}.
 * @param bytes Sum of their sizes in bytes, at least 0. Such as {@code 524288000}.
 */
public record PurgeDatasetView(
        String dataset,
        String state,
        String reason,
        @Nullable String newer,
        int newerFiles,
        int newerVerified,
        @Nullable String newerEvidence,
        String elsewhere,
        long files,
        long bytes) {}
