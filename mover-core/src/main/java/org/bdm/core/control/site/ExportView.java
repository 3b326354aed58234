package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * A directory tree that a site offers.
 *
 * @param mode {@code ro} or {@code rw}
 * @param problem why it is not available or not writable
 */
public record ExportView(
        String name,
        String site,
        String mode,
        @Nullable Long freeBytes,
        @Nullable Long totalBytes,
        boolean available,
        @Nullable String problem) {}
