package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of verifying the audit log, or a step of it.
 *
 * @param intact whether nothing that was compared is missing or changed
 * @param lines of the log
 * @param checkedLine the last line that was compared
 * @param seals signatures that were compared
 * @param sealedLine the last line under a right signature; 0 for none
 * @param sealedAt when that signature was made; null for none
 * @param brokenLine the first line that is missing or was changed; null for none
 * @param troubles a sentence each, up to 100
 * @param nextCursor for the next step; null after the last one
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
