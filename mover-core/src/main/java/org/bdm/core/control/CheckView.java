package org.bdm.core.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a comparison, or how far it is.
 *
 * @param state {@code RUNNING}, {@code DONE} or {@code FAILED}
 * @param problem why it failed
 * @param same files that are alike
 * @param differences the first 1,000
 * @param differencesComplete false when there are more
 */
public record CheckView(
        String id,
        String state,
        @Nullable Problem problem,
        long same,
        long different,
        long onlyInA,
        long onlyInB,
        long bytesCompared,
        List<DifferenceView> differences,
        boolean differencesComplete) {
    /** An absent list is an empty one. */
    public CheckView {
        differences = differences == null ? List.of() : List.copyOf(differences);
    }
}
