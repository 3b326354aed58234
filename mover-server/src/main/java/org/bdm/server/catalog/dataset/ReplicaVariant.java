package org.bdm.server.catalog.dataset;

import java.util.List;
import org.bdm.core.block.ByteTotal;

/**
 * Files that belong together: no two nodes that hold this variant contradict each other about any of them.
 *
 * @param number 0 for the chosen one
 * @param files by name
 */
public record ReplicaVariant(int number, List<ReplicaFile> files) {
    /** Copies the list. */
    public ReplicaVariant {
        files = List.copyOf(files);
    }

    /** Sum of the sizes that are known. */
    public long bytes() {
        return files.stream().mapToLong(file -> file.size().orElse(0)).reduce(0, ByteTotal::plus);
    }
}
