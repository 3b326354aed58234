package org.bdm.core.control.site;

import java.util.List;

/**
 * Result of verifying the audit log.
 *
 * @param intact whether nothing is missing or changed
 * @param lines of the log
 * @param seals signatures that were compared
 * @param sealedLine the last line under a right signature; 0 for none
 * @param troubles a sentence each
 */
public record AuditCheckView(boolean intact, long lines, int seals, long sealedLine, List<String> troubles) {
    /** An absent list is an empty one. */
    public AuditCheckView {
        troubles = troubles == null ? List.of() : List.copyOf(troubles);
    }
}
