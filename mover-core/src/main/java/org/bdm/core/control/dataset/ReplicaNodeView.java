package org.bdm.core.control.dataset;

import org.jspecify.annotations.Nullable;

/**
 * The part of a dataset version that one data node has.
 *
 * @param name Host of the data node. Such as {@code esgf.example}.
 * @param original True if the node is said to hold the original.
 * @param retracted True if an index says that this node retracted it.
 * @param variant Number of the variant that it holds; null if no file is listed for it. Such as {@code 0}.
 * @param files Number of files that it has, at least 0. Such as {@code 12}.
 * @param bytes Sum of their sizes in bytes, at least 0. Such as {@code 524288000}.
 */
public record ReplicaNodeView(
        String name,
        boolean original,
        boolean retracted,
        @Nullable Integer variant,
        int files,
        long bytes) {}
