package org.bdm.core.control.dataset;

import org.jspecify.annotations.Nullable;

/**
 * The part of a dataset version that one data node has.
 *
 * @param original whether it is said to hold the original
 * @param retracted whether any index says that this node withdrew it
 * @param variant number of the variant that it holds; null if no file is listed for it
 */
public record ReplicaNodeView(
        String name,
        boolean original,
        boolean retracted,
        @Nullable Integer variant,
        int files,
        long bytes) {}
