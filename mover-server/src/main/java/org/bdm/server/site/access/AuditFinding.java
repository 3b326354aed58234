package org.bdm.server.site.access;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a step of the check of the audit log.
 *
 * @param lines of the log
 * @param checkedLine the last line that was compared
 * @param seals that were compared
 * @param sealedLine the last line under a right seal; 0 for none
 * @param sealedAt when that seal was made; null for none
 * @param brokenLine the first line that is missing or was changed; null for none
 * @param troubles a sentence each; empty if nothing is missing or changed
 * @param nextCursor for the next step; null after the last one
 */
public record AuditFinding(
        long lines,
        long checkedLine,
        int seals,
        long sealedLine,
        @Nullable Instant sealedAt,
        @Nullable Long brokenLine,
        List<String> troubles,
        @Nullable String nextCursor) {
    /** Copies the list. */
    public AuditFinding {
        troubles = List.copyOf(troubles);
    }
}
