package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The claim of one index about a dataset version at one data node; null where it does not say. */
public record ReplicaClaimView(
        String node,
        String index,
        @Nullable Boolean replica,
        @Nullable Boolean latest,
        @Nullable Boolean retracted,
        @Nullable Boolean deprecated,
        @Nullable Long files,
        @Nullable Long bytes,
        @Nullable Instant indexedAt,
        @Nullable Instant firstSeen,
        @Nullable Instant lastSeen) {}
