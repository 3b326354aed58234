package org.bdm.core.control.dataset;

import java.util.List;

/**
 * Files that belong together; those of two variants are never mixed.
 *
 * @param number 0 for the one that is taken
 * @param nodes data nodes that hold it
 * @param bytes sum of the sizes that are known
 */
public record ReplicaVariantView(int number, List<String> nodes, long bytes, List<ReplicaFileView> files) {
    /** An absent list is an empty one. */
    public ReplicaVariantView {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        files = files == null ? List.of() : List.copyOf(files);
    }
}
