package org.bdm.core.control.dataset;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of a dataset version.
 *
 * @param name Name of the file. Such as {@code tas_Amon_IPSL-CM6A-LR_ssp585_r1i1p1f1_gr_201501-210012.nc}.
 * @param path Path below an export; null if no safe one can be made. Such as {@code CMIP6/ScenarioMIP/tas_Amon_IPSL-CM6A-LR_ssp585.nc}.
 * @param size Size in bytes; null if no index says. Such as {@code 43690133}.
 * @param digests The expected digests, at most one of each algorithm; empty if none is published.
 * @param trackingId Handle of the file; null for none. Such as {@code hdl:21.14100/0a1b2c3d-0000-4000-8000-000000000000}.
 * @param modified When the file was modified, as the index says; null if it does not.
 * @param copies The copies at data nodes.
 */
public record ReplicaFileView(
        String dataset,
        String name,
        @Nullable String path,
        @Nullable Long size,
        List<ReplicaDigestView> digests,
        @Nullable String trackingId,
        @Nullable Instant modified,
        List<ReplicaCopyView> copies) {
    /** An absent list is an empty one. */
    public ReplicaFileView {
        digests = digests == null ? List.of() : List.copyOf(digests);
        copies = copies == null ? List.of() : List.copyOf(copies);
    }
}
