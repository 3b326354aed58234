package org.bdm.server.catalog.dataset;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
 * @param saidBy by algorithm the names of the indexes that claim that digest of this node; without those of which that is not known
 */
public record ReplicaCopy(
        String node,
        Optional<String> url,
        Optional<String> elsewhere,
        boolean saysSize,
        Set<ChecksumAlgorithm> saysDigests,
        Map<ChecksumAlgorithm, Set<String>> saidBy) {
    /** Copies what is given; it is read in the order of the algorithms, and of the names. */
    public ReplicaCopy {
        EnumSet<ChecksumAlgorithm> sorted = EnumSet.noneOf(ChecksumAlgorithm.class);
        sorted.addAll(saysDigests);
        saysDigests = Collections.unmodifiableSet(sorted);
        Map<ChecksumAlgorithm, Set<String>> names = new EnumMap<>(ChecksumAlgorithm.class);
        saidBy.forEach((algorithm, indexes) -> {
            if (!indexes.isEmpty()) names.put(algorithm, Collections.unmodifiableSet(new TreeSet<>(indexes)));
        });
        saidBy = Collections.unmodifiableMap(names);
    }

    /** A copy of which nobody knows which index claims its digests. */
    public ReplicaCopy(
            String node,
            Optional<String> url,
            Optional<String> elsewhere,
            boolean saysSize,
            Set<ChecksumAlgorithm> saysDigests) {
        this(node, url, elsewhere, saysSize, saysDigests, Map.of());
    }

    /** A copy that is on HTTP, or of which nothing is told. */
    public ReplicaCopy(String node, Optional<String> url, boolean saysSize, Set<ChecksumAlgorithm> saysDigests) {
        this(node, url, Optional.empty(), saysSize, saysDigests);
    }

    /** Returns the text by which stored sets are compared: what is not known is not in it, as in earlier versions. */
    @Override
    public String toString() {
        String place = elsewhere.map(address -> ", elsewhere=" + address).orElse("");
        String by = saidBy.isEmpty() ? "" : ", saidBy=" + saidBy;
        return "ReplicaCopy[node=" + node + ", url=" + url + place + ", saysSize=" + saysSize + ", saysDigests="
                + saysDigests + by + "]";
    }
}
