package org.bdm.server.catalog.dataset;

import java.util.OptionalInt;

/**
 * The part of a dataset version that one data node has, from the statements of all indexes.
 *
 * @param name lower case
 * @param original whether it holds the original rather than a copy
 * @param retracted whether any index says so of this node
 * @param variant number of the variant that it holds; empty if no file is listed for it
 * @param files how many are listed for it
 * @param bytes sum of their sizes, as chosen for the variant
 */
public record ReplicaNode(
        String name, boolean original, boolean retracted, OptionalInt variant, int files, long bytes) {}
