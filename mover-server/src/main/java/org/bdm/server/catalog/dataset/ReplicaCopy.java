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
 * @param elsewhere where Globus or GridFTP finds it, as the index writes it ({@code globus:UUID/path}); empty if there is a {@code url}, or
 *     the index does not tell
 * @param saysSize whether the size of the file is what this node says, too
 * @param saysDigests of which algorithms the digest of the file is what this node says, too
 */
public record ReplicaCopy(
        String node,
        Optional<String> url,
        Optional<String> elsewhere,
        boolean saysSize,
        Set<ChecksumAlgorithm> saysDigests) {
    /** Copies the set; it is read in the order of the algorithms. */
    public ReplicaCopy {
        EnumSet<ChecksumAlgorithm> sorted = EnumSet.noneOf(ChecksumAlgorithm.class);
        sorted.addAll(saysDigests);
        saysDigests = Collections.unmodifiableSet(sorted);
    }

    /** A copy that is on HTTP, or of which nothing is told. */
    public ReplicaCopy(String node, Optional<String> url, boolean saysSize, Set<ChecksumAlgorithm> saysDigests) {
        this(node, url, Optional.empty(), saysSize, saysDigests);
    }

    /** Returns the text by which stored sets are compared: that of copies on HTTP is as in earlier versions. */
    @Override
    public String toString() {
        String place = elsewhere.map(address -> ", elsewhere=" + address).orElse("");
        return "ReplicaCopy[node=" + node + ", url=" + url + place + ", saysSize=" + saysSize + ", saysDigests="
                + saysDigests + "]";
    }
}
