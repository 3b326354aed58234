package org.bdm.server.catalog.dataset;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The statement of one index about a dataset version at one data node; empty where it says nothing.
 *
 * @param node name of the data node
 * @param index name of the index, as configured
 * @param files number of files it says there are
 * @param bytes sum of their sizes it says
 * @param indexedAt when the index took the record in
 * @param firstSeen when it was first said here; empty before it is stored
 * @param lastSeen when it was last said here
 */
public record ReplicaClaim(
        String node,
        String index,
        Optional<Boolean> replica,
        Optional<Boolean> latest,
        Optional<Boolean> retracted,
        Optional<Boolean> deprecated,
        OptionalLong files,
        OptionalLong bytes,
        Optional<Instant> indexedAt,
        Optional<Instant> firstSeen,
        Optional<Instant> lastSeen) {}
