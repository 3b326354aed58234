package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * Asks to let go of the holdings of a place or dataset; no file is touched.
 *
 * @param place A file or directory of this site, as an endpoint, whether its export is configured or not; null for a dataset. Such as
 * {@code bdm://south/in/CMIP6/old}.
 * @param dataset Instance id of a dataset version; null for a place. Such as {@code
 * CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903}.
 * @param reason Why; kept in the history. Such as {@code removed by hand, superseded}.
 * @param apply True forgets; false or null only counts. Such as {@code True}.
 * @param cursor Cursor of the answer before; null for the beginning. Such as {@code AQAAAAAAAAAC}.
 */
public record ForgetHoldings(
        @Nullable String place,
        @Nullable String dataset,
        @Nullable String reason,
        @Nullable Boolean apply,
        @Nullable String cursor) {}
