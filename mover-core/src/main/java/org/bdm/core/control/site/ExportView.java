package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory tree that a site offers.
 *
 * @param mode {@code ro} or {@code rw}
 * @param problem why it is not available or not writable
 * @param placing how files are placed there and what proves it; null where it is only read, or at another node
 * @param lost what files lose on its file system, a phrase for each
 * @param unconfigured what is held there, of an export that no node of the site has any more; null for the others
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
        List<String> lost,
        @Nullable Unconfigured unconfigured) {
    /** Copies the list. */
    public ExportView {
        lost = lost == null ? List.of() : List.copyOf(lost); // sites of an earlier version do not tell
    }

    /**
     * The holdings at an export that is not configured.
     *
     * @param since when a server first started without it, as far as that is known
     */
    public record Unconfigured(long files, Instant since) {}
}
