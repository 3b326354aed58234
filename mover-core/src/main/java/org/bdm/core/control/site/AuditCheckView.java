package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of verifying the audit log, or one step of it.
 *
 * @param intact True if nothing that was compared is missing or changed.
 * @param lines Number of lines in the log, at least 0. Such as {@code 5120}.
 * @param checkedLine Number of the last line that was compared. Such as {@code 5120}.
 * @param seals Number of signatures that were compared, at least 0. Such as {@code 12}.
 * @param sealedLine Number of the last line under a right signature; 0 for none. Such as {@code 5000}.
 * @param sealedAt When that signature was made; null for none.
 * @param brokenLine Number of the first line that is missing or was changed; null for none. Such as {@code 17}.
 * @param troubles What is wrong, a sentence each, at most 100. Such as {@code [line 17 was changed]}.
 * @param nextCursor Cursor of the next step; null after the last one. Such as {@code 1000}.
 */
public record AuditCheckView(
        boolean intact,
        long lines,
        long checkedLine,
        int seals,
        long sealedLine,
        @Nullable Instant sealedAt,
        @Nullable Long brokenLine,
        List<String> troubles,
        @Nullable String nextCursor) {
    /** An absent list is an empty one. */
    public AuditCheckView {
        troubles = troubles == null ? List.of() : List.copyOf(troubles);
    }
}
