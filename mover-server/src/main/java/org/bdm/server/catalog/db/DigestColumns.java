package org.bdm.server.catalog.db;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Columns that hold digests, or the numbers of their algorithms. */
public final class DigestColumns {
    private DigestColumns() {}

    /** Several digests in one text. */
    public static String text(List<Checksum> digests) {
        List<String> words = new ArrayList<>();
        for (Checksum digest : digests) words.add(digest.algorithm().code() + ":" + digest.hex());
        return String.join(" ", words);
    }

    /** The digests of such a text. */
    public static List<Checksum> digests(String words) {
        List<Checksum> digests = new ArrayList<>();
        if (words.isEmpty()) return digests;
        for (String word : words.split(" ", -1)) {
            int colon = word.indexOf(':');
            digests.add(
                    Checksum.ofHex(algorithm(Integer.parseInt(word.substring(0, colon))), word.substring(colon + 1)));
        }
        return digests;
    }

    /**
     * The algorithm with this number.
     *
     * @throws MoverException UNSUPPORTED if only a newer version knows it
     */
    public static ChecksumAlgorithm algorithm(int code) {
        return ChecksumAlgorithm.ofCode(code)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.UNSUPPORTED, "the catalog holds a digest of the unknown algorithm " + code));
    }
}
