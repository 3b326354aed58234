package org.bdm.core.control.job;

import java.util.List;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a comparison, or how far it is.
 *
 * @param state {@code RUNNING}, {@code DONE} or {@code FAILED}
 * @param problem why it failed
 * @param level what was compared: {@code exists} names, {@code size} names and sizes, {@code mtime} names, sizes and times, and the contents
 *     of files of the same size and another time, {@code checksum} names, sizes and contents
 * @param same files that are alike, as far as that was compared
 * @param bytesSame their sizes; says nothing of what was read
 * @param filesRead pairs of files whose contents were read and compared
 * @param bytesCompared bytes of contents that were read, at each end
 * @param differences the first 1,000
 * @param differencesComplete false when there are more
 */
public record CheckView(
        String id,
        String state,
        @Nullable Problem problem,
        String level,
        long same,
        long different,
        long onlyInA,
        long onlyInB,
        long bytesSame,
        long filesRead,
        long bytesCompared,
        List<DifferenceView> differences,
        boolean differencesComplete) {
    /** An absent list is an empty one. */
    public CheckView {
        level = level == null ? "" : level;
        differences = differences == null ? List.of() : List.copyOf(differences);
    }
}
