package org.bdm.server.holding.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingEvidence;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;

/** The new state of a holding when its file is seen again. Pure; docs/holdings.md has the rules. */
public final class HoldingRules {
    private HoldingRules() {}

    private record DigestKey(ChecksumAlgorithm algorithm, DigestOrigin origin) {}

    /** The holding as its evidence makes it from now on; {@code known} if nothing is new. Marks of its dataset are not looked at. */
    static Holding merge(@Nullable Holding known, HoldingNotice seen, Instant now) {
        List<HoldingDigest> digests = digests(known, seen);
        HoldingState state = state(known, seen, digests);
        Holding merged = new Holding(
                seen.export(),
                seen.path(),
                seen.dataset() == null && known != null ? known.dataset() : seen.dataset(),
                seen.size(),
                seen.modified(),
                state,
                now,
                digests,
                inode(known, seen),
                checkedAt(known, seen, now));
        if (known == null || unmarked(known) != state) return merged;
        // Whether its dataset is marked is for the catalog to say when it writes; that alone is no news.
        return merged.in(known.state(), known.since()).equals(known) ? known : merged.in(state, known.since());
    }

    /** Returns when its bytes were compared last, or looked for: now, if this look did. */
    private static @Nullable Instant checkedAt(@Nullable Holding known, HoldingNotice seen, Instant now) {
        boolean isCheck = seen.state() == HoldingState.DAMAGED
                || seen.state() == HoldingState.MISSING
                || seen.digests().stream().anyMatch(digest -> digest.origin().isOwn());
        if (isCheck) return now;
        return known == null ? null : known.checkedAt();
    }

    /** The state that its evidence gives, whatever is said of its dataset. */
    static HoldingState unmarked(Holding holding) {
        return holding.state().isMarked() ? HoldingEvidence.stateOf(holding) : holding.state();
    }

    /** Returns the inode of the file whose bytes were read; a look alone does not tell whether they are the same. */
    private static long inode(@Nullable Holding known, HoldingNotice seen) {
        if (seen.inode() != 0) return seen.inode();
        return known != null && isSameFile(known, seen) ? known.inode() : 0;
    }

    private static boolean isSameFile(@Nullable Holding known, HoldingNotice seen) {
        return known != null && known.size() == seen.size() && known.modified().equals(seen.modified());
    }

    /** True if the digests that we computed before are of the bytes that are there now, as far as this look can tell. */
    private static boolean areSameBytes(Holding known, HoldingNotice seen) {
        // That the bytes are others than before is told by the digest that they had.
        if (seen.state() == HoldingState.DAMAGED) return true;
        boolean isOtherInode = seen.inode() != 0 && known.inode() != 0 && seen.inode() != known.inode();
        return isSameFile(known, seen) && !isOtherInode && !hasOtherDigest(known, seen);
    }

    /** True if the digest of right bytes differs from the one computed before: the file was repaired or replaced. */
    private static boolean hasOtherDigest(Holding known, HoldingNotice seen) {
        return seen.digests().stream()
                .filter(now -> now.origin().isOwn())
                .anyMatch(now -> known.digests().stream()
                        .anyMatch(before -> before.origin().isOwn()
                                && before.digest().algorithm() == now.digest().algorithm()
                                && !before.digest().equals(now.digest())));
    }

    /** Returns the digests to keep. Computed ones hold for the bytes that were there, those of others for the name. */
    private static List<HoldingDigest> digests(@Nullable Holding known, HoldingNotice seen) {
        Map<DigestKey, HoldingDigest> digests = new LinkedHashMap<>();
        if (known != null) {
            boolean isStillMeant = areSameBytes(known, seen);
            for (HoldingDigest digest : known.digests()) {
                if (isStillMeant || !digest.origin().isOwn()) digests.put(key(digest), digest);
            }
        }
        for (HoldingDigest digest : seen.digests()) {
            HoldingDigest before = digests.get(key(digest));
            // That a list still says the same is no news.
            boolean isNews = before == null
                    || digest.origin().isOwn()
                    || !before.digest().equals(digest.digest());
            if (isNews) digests.put(key(digest), digest);
        }
        return new ArrayList<>(digests.values());
    }

    private static DigestKey key(HoldingDigest digest) {
        return new DigestKey(digest.digest().algorithm(), digest.origin());
    }

    private static HoldingState state(@Nullable Holding known, HoldingNotice seen, List<HoldingDigest> digests) {
        if (seen.state() == HoldingState.DAMAGED) return HoldingState.DAMAGED;
        // That its bytes were damaged outlives that it is gone: what comes back may be the same bytes.
        if (seen.state() == HoldingState.MISSING)
            return known != null && known.state() == HoldingState.DAMAGED ? known.state() : HoldingState.MISSING;
        if (seen.state() == HoldingState.DISPUTED || isContradictory(digests)) return HoldingState.DISPUTED;
        if (known == null) return seen.state();
        if (seen.state() != HoldingState.UNVERIFIED || !isSameFile(known, seen)) return seen.state();
        // A look at size and time takes no evidence away, and does not tell that a file which was gone is the one that
        // was there.
        return known.state() == HoldingState.MISSING ? HoldingState.UNVERIFIED : unmarked(known);
    }

    /** True if a person accepted a file with this digest, whatever others say of it. */
    public static boolean isAccepted(List<HoldingDigest> digests, Checksum value) {
        return digests.stream()
                .anyMatch(digest -> digest.origin() == DigestOrigin.ACCEPTED
                        && digest.digest().equals(value));
    }

    /** True if a digest of ours differs from one that others say. */
    private static boolean isContradictory(List<HoldingDigest> digests) {
        return digests.stream()
                .filter(digest -> digest.origin().isOwn() && !isAccepted(digests, digest.digest()))
                .anyMatch(own -> digests.stream()
                        .anyMatch(listed -> !listed.origin().isOwn()
                                && listed.digest().algorithm() == own.digest().algorithm()
                                && !listed.digest().equals(own.digest())));
    }
}
