package org.bdm.core.control.job;

import java.util.List;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A comparison, or how far it is.
 *
 * @param id Id of the comparison; it is known until 100 later ones began. Such as {@code check-0123456789abcdef}.
 * @param state How far it is. One of {@code LookState}.
 * @param level What is compared: names (exists), also sizes (size), also times, and the contents of files of the same size and another time
 * (mtime), or names, sizes and contents (checksum). One of {@code SyncLevel}.
 * @param same Number of files that are alike, as far as that was compared, at least 0. Such as {@code 1200}.
 * @param different Number of files that differ, at least 0. Such as {@code 1}.
 * @param onlyInA Number of files only in a, at least 0. Such as {@code 0}.
 * @param onlyInB Number of files only in b, at least 0. Such as {@code 3}.
 * @param bytesSame Sum of the sizes of the files that are alike, in bytes. It does not say what was read. Such as {@code 52428800000}.
 * @param filesRead Number of pairs of files whose contents were read and compared, at least 0. Such as {@code 5}.
 * @param bytesCompared Bytes of contents that were read at each end, at least 0. Such as {@code 218450665}.
 * @param differences The first 1,000 differences.
 * @param differencesComplete True if differences has all of them.
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
