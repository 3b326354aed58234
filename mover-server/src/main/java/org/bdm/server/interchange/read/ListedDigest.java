package org.bdm.server.interchange.read;

import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.PublishedDigest;
import org.bdm.core.checksum.WrittenDigest;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.KeptDigest;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/**
 * A digest in a list: one that is computed here, or one of another algorithm, which is kept as text so that it does not cost the file.
 * A value that cannot be one of its algorithm is refused with its line: the line is damaged.
 *
 * @param computed null for one of another algorithm
 * @param kept null for one that is computed here
 * @param isPrefixTwice true for a multihash whose prefix stood twice
 */
record ListedDigest(@Nullable Checksum computed, @Nullable KeptDigest kept, boolean isPrefixTwice) {
    private static final String MULTIHASH = "multihash";

    /** One whose algorithm the list names: a value of another algorithm is not taken. */
    static ListedDigest named(String algorithm, String written) throws RefusedLine {
        WrittenDigest digest = PublishedDigest.parse(Optional.of(algorithm), written);
        if (algorithm.strip().equalsIgnoreCase(MULTIHASH)) return multihash(digest, written);
        Optional<ChecksumAlgorithm> known = ChecksumAlgorithm.ofName(algorithm.strip());
        if (known.isEmpty()) return kept(algorithm.strip(), written);
        boolean isOfIt =
                digest.value().filter(value -> value.algorithm() == known.get()).isPresent();
        if (isOfIt) return of(digest);
        throw new RefusedLine(
                QuotedText.of(written) + " is not a " + known.get().standardName() + " value");
    }

    /** A multihash, {@code algorithm:hexadecimal}, or a plain value whose length tells the algorithm. */
    static ListedDigest unnamed(String written) throws RefusedLine {
        WrittenDigest digest = PublishedDigest.parse(Optional.empty(), written);
        if (digest.value().isPresent()) return of(digest);
        if (digest.isOfOtherAlgorithm()) return kept(digest.algorithm(), written);
        String ofLength = OtherDigestLength.algorithms(written);
        if (!ofLength.isEmpty()) return kept(ofLength, written);
        throw new RefusedLine("the digest " + QuotedText.of(written) + " is neither SHA-256 nor MD5");
    }

    private static ListedDigest multihash(WrittenDigest digest, String written) throws RefusedLine {
        if (digest.value().isPresent()) return of(digest);
        if (digest.isOfOtherAlgorithm()) return kept(digest.algorithm(), written);
        throw new RefusedLine("the digest " + QuotedText.of(written) + " is not a multihash of a known algorithm");
    }

    private static ListedDigest of(WrittenDigest digest) {
        return new ListedDigest(digest.value().orElseThrow(), null, digest.isPrefixTwice());
    }

    private static ListedDigest kept(String algorithm, String written) {
        return new ListedDigest(null, new KeptDigest(algorithm, written.strip()), false);
    }

    /** Returns the digest that is computed here, if it is one. */
    List<Checksum> digests() {
        return computed == null ? List.of() : List.of(computed);
    }

    /** Returns the digest that is only kept, if it is one. */
    List<KeptDigest> keptDigests() {
        return kept == null ? List.of() : List.of(kept);
    }

    /** Warns of what is odd, once for the whole list. */
    ListedDigest tell(long line, EntryReceiver receiver) {
        if (kept != null) tellKept(line, kept, receiver);
        if (isPrefixTwice) {
            receiver.repeated(line, "the prefix of the multihash stands twice; the digest behind it is taken", "");
        }
        return this;
    }

    /** Warns of a digest that is kept as text. */
    static void tellKept(long line, KeptDigest digest, EntryReceiver receiver) {
        receiver.repeated(
                line,
                "the digest algorithm " + QuotedText.of(digest.algorithm())
                        + " is not computed here: the file is taken without, the digest is kept as text",
                QuotedText.of(digest.text()));
    }
}
