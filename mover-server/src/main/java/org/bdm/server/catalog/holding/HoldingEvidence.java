package org.bdm.server.catalog.holding;

import java.util.List;
import org.bdm.core.checksum.Checksum;

/** Tells which state the evidence of a file gives it, whatever is said of its dataset. Pure; docs/holdings.md has the rules. */
public final class HoldingEvidence {
    private HoldingEvidence() {}

    /** The state of a file of which nothing is known that is against it: what a mark hides, and what a lifted one restores. */
    public static HoldingState stateOf(Holding holding) {
        Holding.Seen seen = holding.seen();
        if (seen == null || seen.isAbsent()) return stateOf(holding.digests());
        // It was away or had other bytes in between, and nobody read it since.
        return holding.isSeenAs(seen.size(), seen.modified()) ? HoldingState.UNVERIFIED : HoldingState.CHANGED;
    }

    /** VERIFIED, READ, UNVERIFIED; or DISPUTED or DAMAGED if the digests contradict each other. */
    public static HoldingState stateOf(List<HoldingDigest> digests) {
        if (isContradictory(digests)) {
            return digests.stream().anyMatch(digest -> digest.origin().isVouched())
                    ? HoldingState.DISPUTED
                    : HoldingState.DAMAGED;
        }
        if (digests.stream().anyMatch(digest -> digest.origin().isVouched())) return HoldingState.VERIFIED;
        List<HoldingDigest> own =
                digests.stream().filter(digest -> digest.origin().isOwn()).toList();
        if (own.isEmpty()) return HoldingState.UNVERIFIED;
        boolean isListed = own.stream().anyMatch(digest -> isListed(digests, digest.digest()));
        return isListed ? HoldingState.VERIFIED : HoldingState.READ;
    }

    /** True if a list or an index says this digest. */
    public static boolean isListed(List<HoldingDigest> digests, Checksum value) {
        return digests.stream()
                .anyMatch(digest -> !digest.origin().isOwn() && digest.digest().equals(value));
    }

    /** True if a person accepted a file with this digest, whatever others say of it. */
    public static boolean isAccepted(List<HoldingDigest> digests, Checksum value) {
        return digests.stream()
                .anyMatch(digest -> digest.origin() == DigestOrigin.ACCEPTED
                        && digest.digest().equals(value));
    }

    /** True if a digest of ours differs from one that others say. */
    public static boolean isContradictory(List<HoldingDigest> digests) {
        return digests.stream()
                .filter(digest -> digest.origin().isOwn() && !isAccepted(digests, digest.digest()))
                .anyMatch(own -> digests.stream()
                        .anyMatch(listed -> !listed.origin().isOwn()
                                && listed.digest().algorithm() == own.digest().algorithm()
                                && !listed.digest().equals(own.digest())));
    }
}
