package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The claim of one index about a dataset version at one data node; null where it does not say.
 *
 * @param replica True if the node holds a replica, false if it holds the original; null if the index does not say.
 * @param latest True if this is the latest version; null if the index does not say.
 * @param retracted True if the version was retracted; null if the index does not say.
 * @param deprecated True if the version is deprecated; null if the index does not say.
 * @param files Number of files; null if the index does not say. Such as {@code 12}.
 * @param bytes Sum of the sizes in bytes; null if the index does not say. Such as {@code 524288000}.
 * @param indexedAt When the index stored it; null if the index does not say.
 * @param firstSeen When the index first said so to this site; null if it is not known.
 * @param lastSeen When the index last said so to this site; null if it is not known.
 */
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
