package org.bdm.core.control.job;

import java.util.List;

/**
 * Files that failed for one cause.
 *
 * @param advice what the reader can do
 * @param examples the first few
 */
public record FailureGroup(String code, long files, String advice, List<FailureExample> examples) {
    /** An absent list is an empty one. */
    public FailureGroup {
        examples = examples == null ? List.of() : List.copyOf(examples);
    }
}
