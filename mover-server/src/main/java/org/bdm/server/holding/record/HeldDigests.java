package org.bdm.server.holding.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingEvidence;

/** Puts digests of a held file together. Pure. */
final class HeldDigests {
    private HeldDigests() {}

    private record Key(ChecksumAlgorithm algorithm, DigestOrigin origin) {}

    /** All of both; of one algorithm and origin the later ones. That a list still says the same is no news. */
    static List<HoldingDigest> joined(List<HoldingDigest> known, List<HoldingDigest> later) {
        Map<Key, HoldingDigest> digests = new LinkedHashMap<>();
        known.forEach(digest -> digests.put(key(digest), digest));
        for (HoldingDigest digest : later) {
            HoldingDigest before = digests.get(key(digest));
            boolean isNews = before == null
                    || digest.origin().isOwn()
                    || !before.digest().equals(digest.digest());
            if (isNews) digests.put(key(digest), digest);
        }
        return new ArrayList<>(digests.values());
    }

    private static Key key(HoldingDigest digest) {
        return new Key(digest.digest().algorithm(), digest.origin());
    }

    /** With {@code published} in place of each that was computed here, that nobody vouched for, and that a list says. */
    static List<HoldingDigest> published(List<HoldingDigest> digests) {
        List<HoldingDigest> published = digests.stream()
                .map(digest -> isListedAlone(digests, digest)
                        ? new HoldingDigest(digest.digest(), DigestOrigin.PUBLISHED, digest.knownAt())
                        : digest)
                .toList();
        return published.equals(digests) ? digests : joined(List.of(), published);
    }

    private static boolean isListedAlone(List<HoldingDigest> digests, HoldingDigest digest) {
        return digest.origin().isOwn()
                && !digest.origin().isVouched()
                && HoldingEvidence.isListed(digests, digest.digest());
    }

    static List<HoldingDigest> listed(List<HoldingDigest> digests) {
        return digests.stream().filter(digest -> !digest.origin().isOwn()).toList();
    }

    static List<HoldingDigest> own(List<HoldingDigest> digests) {
        return digests.stream().filter(digest -> digest.origin().isOwn()).toList();
    }

    /** True if a digest that lists said is no longer among these. */
    static boolean hasLostListed(List<HoldingDigest> before, List<HoldingDigest> after) {
        return listed(before).stream().anyMatch(digest -> !HoldingEvidence.isListed(after, digest.digest()));
    }

    /** True if both have a digest of the same bytes, and none of others. */
    static boolean areOfSameBytes(List<HoldingDigest> known, List<HoldingDigest> other) {
        boolean isAny = false;
        for (HoldingDigest one : own(known)) {
            for (HoldingDigest two : own(other)) {
                if (one.digest().algorithm() != two.digest().algorithm()) continue;
                if (!one.digest().equals(two.digest())) return false;
                isAny = true;
            }
        }
        return isAny;
    }
}
