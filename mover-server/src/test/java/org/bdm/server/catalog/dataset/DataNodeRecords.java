package org.bdm.server.catalog.dataset;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** What is known of a dataset of one file at a data node whose addresses may be at another host. */
public final class DataNodeRecords {
    private DataNodeRecords() {}

    public static ReplicaSet set(String node, String base) {
        ReplicaFile file = new ReplicaFile(
                "a.nc",
                Optional.of("CMIP6/a.nc"),
                OptionalLong.of(3),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(new ReplicaCopy(node, Optional.of(base + "a.nc"), true, Set.of())));
        return new ReplicaSet(
                "CMIP6." + node + ".v20200101",
                "CMIP6",
                true,
                false,
                false,
                Optional.empty(),
                Optional.of("CMIP6"),
                List.of(new ReplicaVariant(0, List.of(file))),
                List.of(new ReplicaNode(node, true, false, OptionalInt.of(0), 1, 3)),
                List.of(),
                List.of());
    }
}
