package org.bdm.core.checksum;

import java.util.Optional;

/**
 * A digest as an index or a list wrote it.
 *
 * @param value empty if it is not of an algorithm that is computed here, or cannot be a digest
 * @param algorithm the name of the algorithm, as far as the text or the type beside it tells; empty if neither does
 * @param isPrefixTwice true for a multihash whose code and length stood twice
 */
public record WrittenDigest(Optional<Checksum> value, String algorithm, boolean isPrefixTwice) {
    /** Returns true if it says of which algorithm it is, and that one is not computed here. */
    public boolean isOfOtherAlgorithm() {
        return value.isEmpty()
                && !algorithm.isEmpty()
                && ChecksumAlgorithm.ofName(algorithm).isEmpty();
    }
}
