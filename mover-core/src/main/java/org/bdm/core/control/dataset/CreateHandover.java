package org.bdm.core.control.dataset;

import java.util.List;
import java.util.Objects;
import org.bdm.core.control.DatasetQuery;
import org.jspecify.annotations.Nullable;

/**
 * Files to hand over to another mover: of datasets or of what a query finds, one of the two.
 *
 * @param carrier Name of a carrier in the settings of the server. Such as {@code by-hand}.
 * @param destination Endpoint of a directory at this site that the carrier writes to. Such as {@code bdm://south/in}.
 * @param datasets Dataset names with or without version, at most 1,000; empty for a query. Such as {@code
 * [CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr]}.
 * @param query What the indexes are asked; null for named datasets.
 * @param acceptIncomplete True to hand over what is known although an index did not answer in full; null means false.
 */
public record CreateHandover(
        String carrier,
        String destination,
        List<String> datasets,
        @Nullable DatasetQuery query,
        @Nullable Boolean acceptIncomplete) {
    /** Refuses a message that lacks what it cannot do without. */
    public CreateHandover {
        Objects.requireNonNull(carrier, "carrier is missing");
        Objects.requireNonNull(destination, "destination is missing");
        datasets = datasets == null ? List.of() : List.copyOf(datasets);
    }
}
