package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * Asks to let go of holdings; no file is touched.
 *
 * @param place endpoint of a file or directory of this site, whether its export is configured or not; null: of the dataset
 * @param dataset instance id; null: of the place
 * @param reason kept in the history
 * @param apply false or null only counts
 * @param cursor of the answer before; null for the beginning
 */
public record ForgetHoldings(
        @Nullable String place,
        @Nullable String dataset,
        @Nullable String reason,
        @Nullable Boolean apply,
        @Nullable String cursor) {}
