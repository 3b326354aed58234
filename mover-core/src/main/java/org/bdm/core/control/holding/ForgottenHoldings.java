package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * One step of letting go of holdings.
 *
 * @param files Number of files of this step that were, or would be, forgotten. Such as {@code 36}.
 * @param bytes Sum of their sizes in bytes. Such as {@code 1572864000}.
 * @param nextCursor Cursor of the next step; null after the last. Such as {@code AQAAAAAAAAAC}.
 */
public record ForgottenHoldings(
        long files, long bytes, @Nullable String nextCursor) {}
