package org.bdm.core.hasher;

import java.util.Optional;
import org.bdm.core.checksum.ChecksumAlgorithm;

/**
 * The digests to compute of a file in one pass.
 *
 * @param algorithm of the digest that the file is judged by
 * @param also another one that is of use later; not that of {@code algorithm}
 * @param rangeBytes length of the ranges that each get a digest too; 0 for none
 */
public record WantedDigests(ChecksumAlgorithm algorithm, Optional<ChecksumAlgorithm> also, long rangeBytes) {
    /** Of the whole file only. */
    public WantedDigests(ChecksumAlgorithm algorithm, Optional<ChecksumAlgorithm> also) {
        this(algorithm, also, 0);
    }

    /** Refuses the same one twice. */
    public WantedDigests {
        if (also.equals(Optional.of(algorithm))) throw new IllegalArgumentException(algorithm + " is requested twice");
    }
}
