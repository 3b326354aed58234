package org.bdm.core.control.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A holding whose file a policy moved into the quarantine of its export.
 *
 * @param dataset The dataset version, as its instance id; null if it is not known. Such as {@code
 * CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903}.
 * @param path Its place below the export, percent-escaped. Such as {@code CMIP6/ScenarioMIP/tas_Amon_IPSL-CM6A-LR_ssp585.nc}.
 * @param state The state of the holding; null if it had none. One of {@code HoldingState}.
 * @param keptAs Name of the file in EXPORT/.bdm/quarantine. Such as {@code 12-tas.nc}.
 * @param since When it was moved.
 * @param by What it is there for: policy, or the id of a removal plan or of a dispute. Such as {@code purge-3}.
 */
public record QuarantinedFileView(
        @Nullable String dataset,
        String export,
        String path,
        long size,
        @Nullable String state,
        String keptAs,
        Instant since,
        @Nullable String by) {}
