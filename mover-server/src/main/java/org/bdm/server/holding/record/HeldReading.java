package org.bdm.server.holding.record;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingEvidence;
import org.jspecify.annotations.Nullable;

/**
 * Digests of a file as it was read, compared with those that are known of it.
 *
 * @param wrong known digests that the file has not
 * @param found what the file has
 * @param verdict what follows
 */
public record HeldReading(List<HoldingDigest> wrong, List<Checksum> found, Verdict verdict) {
    /** The result of a comparison. */
    public enum Verdict {
        /** Nothing that is known contradicts it. */
        RIGHT,
        /** It has the digest that a list says; our evidence is of other bytes. */
        AS_LISTED,
        /** It has other bytes than our evidence is of, or than a list says, and nobody vouches for them. */
        DAMAGED,
        /** It has the bytes that a source vouched for, and a list says others. */
        DISPUTED
    }

    /** Copies the lists. */
    public HeldReading {
        wrong = List.copyOf(wrong);
        found = List.copyOf(found);
    }

    /** Compares. Digests of algorithms that were not computed say nothing. */
    public static HeldReading of(List<HoldingDigest> known, Collection<Checksum> found) {
        List<HoldingDigest> wrong = new ArrayList<>();
        boolean isOwnWrong = false;
        boolean isVouchedRight = false;
        boolean isListedRight = false;
        boolean isListedWrong = false;
        for (HoldingDigest digest : known) {
            Checksum computed = of(found, digest.digest());
            if (computed == null) continue;
            boolean isRight = computed.equals(digest.digest());
            if (isRight) {
                isVouchedRight |= digest.origin().isVouched();
                isListedRight |= !digest.origin().isOwn();
            } else if (!HoldingEvidence.isAccepted(known, computed)) {
                isOwnWrong |= digest.origin().isOwn();
                isListedWrong |= !digest.origin().isOwn();
                wrong.add(digest);
            }
        }
        Verdict verdict = Verdict.RIGHT;
        if (isOwnWrong) verdict = isListedRight && !isListedWrong ? Verdict.AS_LISTED : Verdict.DAMAGED;
        else if (isListedWrong) verdict = isVouchedRight ? Verdict.DISPUTED : Verdict.DAMAGED;
        return new HeldReading(verdict == Verdict.AS_LISTED ? List.of() : wrong, List.copyOf(found), verdict);
    }

    private static @Nullable Checksum of(Collection<Checksum> found, Checksum known) {
        return found.stream()
                .filter(digest -> digest.algorithm() == known.algorithm())
                .findFirst()
                .orElse(null);
    }

    /** One sentence for each wrong digest. */
    public List<String> sentences() {
        return wrong.stream()
                .map(digest -> digest.origin().shownAs() + " says " + digest.digest() + ", the file has "
                        + of(found, digest.digest()))
                .toList();
    }
}
