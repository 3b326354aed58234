package org.bdm.core.control.dataset;

import java.util.List;

/**
 * Files that belong together; those of two variants are never mixed.
 *
 * @param number 0 for the variant that is taken, then 1, 2, ... Such as {@code 0}.
 * @param nodes Hosts of the data nodes that hold it. Such as {@code [esgf.example]}.
 * @param bytes Sum of the sizes that are known, in bytes. Such as {@code 524288000}.
 * @param files Its files.
 */
public record ReplicaVariantView(int number, List<String> nodes, long bytes, List<ReplicaFileView> files) {
    /** An absent list is an empty one. */
    public ReplicaVariantView {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        files = files == null ? List.of() : List.copyOf(files);
    }
}
