package org.bdm.server.catalog.dataset;

import java.util.EnumSet;
import java.util.Set;
import org.bdm.core.checksum.ChecksumAlgorithm;

/** The statement of a node about a file, as one small number: the column {@code says} of {@code replica_copy}. */
final class CopySays {
    private static final int SIZE = 1;
    private static final int SHA256 = 2;
    private static final int MD5 = 4;
    private static final int ADDRESS = 8;

    private CopySays() {}

    static int code(ReplicaCopy copy) {
        return (copy.saysSize() ? SIZE : 0)
                | (copy.saysDigests().contains(ChecksumAlgorithm.SHA256) ? SHA256 : 0)
                | (copy.saysDigests().contains(ChecksumAlgorithm.MD5) ? MD5 : 0)
                | (copy.url().isPresent() ? ADDRESS : 0);
    }

    /** The same without the digest of this algorithm. */
    static int withoutDigest(int code, ChecksumAlgorithm algorithm) {
        return code & ~(algorithm == ChecksumAlgorithm.SHA256 ? SHA256 : MD5);
    }

    static boolean saysSize(int code) {
        return (code & SIZE) != 0;
    }

    static Set<ChecksumAlgorithm> saysDigests(int code) {
        Set<ChecksumAlgorithm> says = EnumSet.noneOf(ChecksumAlgorithm.class);
        if ((code & SHA256) != 0) says.add(ChecksumAlgorithm.SHA256);
        if ((code & MD5) != 0) says.add(ChecksumAlgorithm.MD5);
        return says;
    }

    static boolean hasAddress(int code) {
        return (code & ADDRESS) != 0;
    }
}
