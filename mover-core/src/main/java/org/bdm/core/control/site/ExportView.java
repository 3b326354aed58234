package org.bdm.core.control.site;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory tree that a site offers.
 *
 * @param mode {@code ro} or {@code rw}
 * @param problem why it is not available or not writable
 * @param placing how files are placed there and what proves it; null where it is only read, or at another node
 * @param lost what files lose on its file system, a phrase for each
 */
public record ExportView(
        String name,
        String site,
        String mode,
        @Nullable Long freeBytes,
        @Nullable Long totalBytes,
        boolean available,
        @Nullable String problem,
        @Nullable String placing,
        List<String> lost) {
    /** Copies the list. */
    public ExportView {
        lost = lost == null ? List.of() : List.copyOf(lost); // sites of an earlier version do not tell
    }
}
