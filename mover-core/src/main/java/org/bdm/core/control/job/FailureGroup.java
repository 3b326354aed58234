package org.bdm.core.control.job;

import java.util.List;

/**
 * Files of a job that failed for one cause.
 *
 * @param code Error code, listed in docs/errors.md. Such as {@code CHECKSUM_MISMATCH}.
 * @param files Number of files that failed with it, at least 1. Such as {@code 3}.
 * @param examples The first of these files, at most 3; empty once the list of files was removed.
 */
public record FailureGroup(String code, long files, String advice, List<FailureExample> examples) {
    /** An absent list is an empty one. */
    public FailureGroup {
        examples = examples == null ? List.of() : List.copyOf(examples);
    }
}
