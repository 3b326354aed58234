package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * One step of letting go of holdings.
 *
 * @param files of this step that were, or would be, forgotten
 * @param bytes sum of their sizes
 * @param nextCursor to be sent for the next step; null after the last
 */
public record ForgottenHoldings(
        long files, long bytes, @Nullable String nextCursor) {}
