package org.bdm.server.interchange.read;

import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.PublishedDigest;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;

/** Digests in lists: what cannot be one is refused with its line. */
final class ListedDigest {
    private ListedDigest() {}

    /** One whose algorithm the list names: a value of another algorithm is not taken. */
    static Checksum named(String algorithm, String written) throws RefusedLine {
        ChecksumAlgorithm known = ChecksumAlgorithm.ofName(algorithm)
                .orElseThrow(() -> new RefusedLine("the digest algorithm " + QuotedText.of(algorithm)
                        + " is not computed here; use SHA-256 or MD5"));
        return PublishedDigest.read(Optional.of(algorithm), written)
                .filter(digest -> digest.algorithm() == known)
                .orElseThrow(
                        () -> new RefusedLine(QuotedText.of(written) + " is no " + known.standardName() + " value"));
    }

    /** A multihash, {@code algorithm:hexadecimal}, or a plain value whose length tells the algorithm. */
    static Checksum unnamed(String written) throws RefusedLine {
        return PublishedDigest.read(Optional.empty(), written)
                .orElseThrow(
                        () -> new RefusedLine("the digest " + QuotedText.of(written) + " is neither SHA-256 nor MD5"));
    }
}
