package org.bdm.server.catalog.dataset;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.checksum.ChecksumAlgorithm;

/**
 * A file at a data node.
 *
 * @param node name of the data node, lower case
 * @param url where plain HTTP finds it, byte for byte as published; empty if the node offers other ways only
 * @param saysSize whether the size of the file is what this node says, too
 * @param saysDigests of which algorithms the digest of the file is what this node says, too
 */
public record ReplicaCopy(String node, Optional<String> url, boolean saysSize, Set<ChecksumAlgorithm> saysDigests) {
    /** Copies the set; it is read in the order of the algorithms. */
    public ReplicaCopy {
        EnumSet<ChecksumAlgorithm> sorted = EnumSet.noneOf(ChecksumAlgorithm.class);
        sorted.addAll(saysDigests);
        saysDigests = Collections.unmodifiableSet(sorted);
    }
}
