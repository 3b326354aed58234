package org.bdm.server.holding.record;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.catalog.holding.HistoryEntry;
import org.bdm.server.catalog.holding.HistoryEvent;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.Holding.Seen;
import org.bdm.server.catalog.holding.HoldingChange.After;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingEvidence;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a holding with each event of its life; nobody else does. Evidence is only added to: what an event displaces goes into
 * the history. Pure; docs/holdings.md has the table. Marks of datasets are not looked at: the catalog applies them when it writes.
 */
public final class HoldingRules {
    /** A file whose directory is gone too is missing when it is looked for again after this long: a file system may come back. */
    static final Duration SECOND_LOOK_AFTER = Duration.ofMinutes(1);

    private HoldingRules() {}

    /** The holding as the event makes it; as it was if that is no news. */
    static After decide(@Nullable Holding known, HoldingNotice seen, Instant now) {
        return switch (seen.event()) {
            case LOOKED_AT, LISTED, LISTED_OTHER_SIZE -> looked(known, seen, now);
            case READ -> read(known == null ? seen.cause().assumed() : known, seen, now);
            case TRANSFERRED, DISPUTED -> written(known, seen, now);
            case GONE, GONE_PERHAPS -> gone(known, seen, now);
            case UNREADABLE ->
                known == null ? new After(null, List.of()) : told(known, HistoryEvent.UNREADABLE, known, seen, now, "");
            case OTHER_DIRECTORY -> inOtherDirectory(known, seen, now);
            case ACCEPTED -> accepted(known, seen, now);
        };
    }

    /** The state that its evidence gives, whatever is said of its dataset. */
    static HoldingState unmarked(Holding holding) {
        return holding.state().isMarked() ? HoldingEvidence.stateOf(holding) : holding.state();
    }

    private static Holding fresh(
            @Nullable Holding known, HoldingNotice seen, List<HoldingDigest> digests, HoldingState state, Instant now) {
        boolean isRead = !HeldDigests.own(seen.digests()).isEmpty();
        Holding holding = new Holding(
                seen.export(),
                seen.path(),
                seen.dataset() == null && known != null ? known.dataset() : seen.dataset(),
                seen.size(),
                seen.modified(),
                state,
                now,
                digests,
                seen.inode(),
                isRead ? now : known == null ? null : known.checkedAt(),
                null);
        return since(known, holding);
    }

    /** The state keeps its beginning if it is no other. That its dataset is marked is for the catalog to say when it writes, and no news. */
    private static Holding since(@Nullable Holding known, Holding after) {
        if (known == null || unmarked(known) != after.state()) return after;
        Holding marked = after.in(known.state(), known.since());
        return marked.equals(known) ? known : after.in(after.state(), known.since());
    }

    private static After quiet(Holding holding) {
        return new After(holding, List.of());
    }

    private static After told(
            Holding after, HistoryEvent event, Holding before, HoldingNotice seen, Instant now, String what) {
        String said = seen.cause().reason();
        String reason = said.isEmpty() ? what : what.isEmpty() ? said : said + " (" + what + ")";
        return new After(
                after, List.of(new HistoryEntry(event, now, seen.cause().by(), reason, before)));
    }

    private static After looked(@Nullable Holding known, HoldingNotice seen, Instant now) {
        boolean isOtherSize = seen.event() == HoldingEvent.LISTED_OTHER_SIZE;
        if (known == null) {
            HoldingState state = isOtherSize ? HoldingState.DAMAGED : HoldingState.UNVERIFIED;
            return quiet(fresh(null, seen, seen.digests(), state, now));
        }
        List<HoldingDigest> digests = HeldDigests.joined(known.digests(), seen.digests());
        boolean isSame = known.isSeenAs(seen.size(), seen.modified());
        if (isSame) digests = HeldDigests.published(digests);
        Seen beside = beside(known, seen, isSame, now);
        Holding looked = inDataset(known, seen).with(digests).with(beside);
        HoldingState state = lookedState(known, looked, isOtherSize);
        Holding after = since(known, looked.in(state, now));
        if (unmarked(known) != state) return told(after, eventOf(state), known, seen, now, difference(known, seen));
        if (HeldDigests.hasLostListed(known.digests(), digests))
            return told(after, HistoryEvent.LISTED_ANEW, known, seen, now, "a list says another digest");
        return quiet(after);
    }

    /** Returns what is kept beside the evidence: the file that is there now, if that is another one or may be. */
    private static @Nullable Seen beside(Holding known, HoldingNotice seen, boolean isSame, Instant now) {
        Seen before = known.seen();
        if (isSame) {
            boolean wasAway = known.state() == HoldingState.MISSING
                    || known.state() == HoldingState.CHANGED
                    || (before != null && !before.isAbsent());
            if (!wasAway || HeldDigests.own(known.digests()).isEmpty()) return null;
        }
        boolean isAsBefore = before != null
                && before.size() == seen.size()
                && before.modified().equals(seen.modified());
        return isAsBefore ? before : new Seen(seen.size(), seen.modified(), now);
    }

    private static HoldingState lookedState(Holding known, Holding looked, boolean isOtherSize) {
        HoldingState before = known.state();
        if (before == HoldingState.DAMAGED || before == HoldingState.DISPUTED) return before;
        HoldingState evident = HoldingEvidence.stateOf(looked);
        if (!isOtherSize || evident == HoldingState.CHANGED) return evident;
        boolean isVouched =
                looked.digests().stream().anyMatch(digest -> digest.origin().isVouched());
        return isVouched ? HoldingState.DISPUTED : HoldingState.DAMAGED;
    }

    private static HistoryEvent eventOf(HoldingState state) {
        return switch (state) {
            case CHANGED -> HistoryEvent.CHANGED;
            case DAMAGED -> HistoryEvent.DAMAGED;
            case DISPUTED -> HistoryEvent.DISPUTED;
            case MISSING -> HistoryEvent.MISSING;
            case VERIFIED, UNVERIFIED, READ, SUPERSEDED, RETRACTED -> HistoryEvent.RIGHT_AGAIN;
        };
    }

    private static String difference(Holding known, HoldingNotice seen) {
        if (known.size() != seen.size()) return "size is " + seen.size() + " and was " + known.size();
        if (!known.modified().equals(seen.modified()))
            return "time of change is " + seen.modified() + " and was " + known.modified();
        return "seen with the size and time of its evidence";
    }

    private static Holding inDataset(Holding known, HoldingNotice seen) {
        if (seen.dataset() == null || Objects.equals(seen.dataset(), known.dataset())) return known;
        return new Holding(
                known.export(),
                known.path(),
                seen.dataset(),
                known.size(),
                known.modified(),
                known.state(),
                known.since(),
                known.digests(),
                known.inode(),
                known.checkedAt(),
                known.seen());
    }

    private static After read(@Nullable Holding known, HoldingNotice seen, Instant now) {
        if (known == null) {
            List<HoldingDigest> digests = HeldDigests.published(seen.digests());
            return quiet(fresh(null, seen, digests, HoldingEvidence.stateOf(digests), now));
        }
        List<Checksum> found = HeldDigests.own(seen.digests()).stream()
                .map(HoldingDigest::digest)
                .toList();
        HeldReading reading = HeldReading.of(known.digests(), found);
        if (reading.verdict() == HeldReading.Verdict.DAMAGED) return damaged(known, seen, reading, now);
        boolean isAsListed = reading.verdict() == HeldReading.Verdict.AS_LISTED;
        boolean isOfOtherBytes = !isAsListed
                && !HeldDigests.own(known.digests()).isEmpty()
                && !known.isSeenAs(seen.size(), seen.modified())
                && !HeldDigests.areOfSameBytes(known.digests(), seen.digests());
        if (isOfOtherBytes) return looked(known, seen, now); // what was computed says nothing of our evidence
        List<HoldingDigest> before = isAsListed ? HeldDigests.listed(known.digests()) : known.digests();
        List<HoldingDigest> digests = HeldDigests.published(HeldDigests.joined(before, seen.digests()));
        Holding after = fresh(known, seen, digests, HoldingEvidence.stateOf(digests), now);
        if (isAsListed)
            return told(
                    after,
                    HistoryEvent.AS_LISTED,
                    known,
                    seen,
                    now,
                    "read, and as a list says; our evidence was of other bytes");
        HoldingState was = unmarked(known);
        if (after.state() == HoldingState.DISPUTED && was != HoldingState.DISPUTED)
            return told(after, HistoryEvent.DISPUTED, known, seen, now, String.join("; ", reading.sentences()));
        boolean wasExceptional = !was.isSound() && was != after.state();
        if (wasExceptional) return told(after, HistoryEvent.RIGHT_AGAIN, known, seen, now, "read, and " + word(after));
        return quiet(after);
    }

    private static String word(Holding after) {
        return after.state().name().toLowerCase(Locale.ROOT);
    }

    /** The digests of a damaged file are told to the person and in the history, not kept as those that it should have. */
    private static After damaged(Holding known, HoldingNotice seen, HeldReading reading, Instant now) {
        boolean isSame = known.isSeenAs(seen.size(), seen.modified());
        Seen before = known.seen();
        boolean isAsBefore = before != null
                && before.size() == seen.size()
                && before.modified().equals(seen.modified());
        Seen beside = isSame ? null : isAsBefore ? before : new Seen(seen.size(), seen.modified(), now);
        Holding after = since(known, checked(inDataset(known, seen).with(beside).in(HoldingState.DAMAGED, now), now));
        if (known.state() == HoldingState.DAMAGED) return quiet(after);
        return told(after, HistoryEvent.DAMAGED, known, seen, now, String.join("; ", reading.sentences()));
    }

    private static Holding checked(Holding holding, Instant now) {
        return new Holding(
                holding.export(),
                holding.path(),
                holding.dataset(),
                holding.size(),
                holding.modified(),
                holding.state(),
                holding.since(),
                holding.digests(),
                holding.inode(),
                now,
                holding.seen());
    }

    private static After written(@Nullable Holding known, HoldingNotice seen, Instant now) {
        boolean isDisputed = seen.event() == HoldingEvent.DISPUTED;
        List<HoldingDigest> before = known == null ? List.of() : known.digests();
        boolean isSameBytes = HeldDigests.areOfSameBytes(before, seen.digests());
        List<HoldingDigest> kept = isSameBytes ? before : HeldDigests.listed(before);
        List<HoldingDigest> digests = HeldDigests.published(HeldDigests.joined(kept, seen.digests()));
        HoldingState state = isDisputed ? HoldingState.DISPUTED : HoldingEvidence.stateOf(digests);
        Holding after = fresh(known, seen, digests, state, now);
        if (known == null) return quiet(after);
        boolean isDisplaced = HeldDigests.hasLostListed(before, digests)
                || (!isSameBytes
                        && (!HeldDigests.own(before).isEmpty() || !known.isSeenAs(seen.size(), seen.modified())));
        if (isDisputed)
            return told(after, HistoryEvent.DISPUTED, known, seen, now, "copies contradict what is published");
        if (isDisplaced) return told(after, HistoryEvent.REPLACED, known, seen, now, "other bytes were written");
        HoldingState was = unmarked(known);
        if (!was.isSound() && state.isSound())
            return told(after, HistoryEvent.RIGHT_AGAIN, known, seen, now, "written again, and " + word(after));
        return quiet(after);
    }

    private static After gone(@Nullable Holding known, HoldingNotice seen, Instant now) {
        if (known == null) return new After(null, List.of());
        // That its bytes were damaged outlives that it is gone: what comes back may be the same bytes. Disputed ones
        // may be in quarantine.
        boolean isToldAlready = known.state() == HoldingState.DAMAGED
                || known.state() == HoldingState.DISPUTED
                || known.state() == HoldingState.MISSING;
        if (isToldAlready) return quiet(checked(known, now));
        Seen before = known.seen();
        if (seen.event() == HoldingEvent.GONE_PERHAPS) {
            if (before == null) return quiet(known.with(Seen.absent(now)));
            boolean isSecondLook =
                    before.isAbsent() && !now.isBefore(before.at().plus(SECOND_LOOK_AFTER));
            if (!isSecondLook) return quiet(known);
        }
        Holding after = checked(known.with((Seen) null).in(HoldingState.MISSING, now), now);
        return told(after, HistoryEvent.MISSING, known, seen, now, "not on disk");
    }

    /** Its bytes were seen in a directory that is no longer this one: they are to be read here before they are vouched for. */
    private static After inOtherDirectory(@Nullable Holding known, HoldingNotice seen, Instant now) {
        if (known == null) return new After(null, List.of());
        Seen before = known.seen();
        boolean isToBeReadAlready = before != null && !before.isAbsent();
        if (isToBeReadAlready || !unmarked(known).isSound()) return quiet(known);
        Holding beside = known.with(new Seen(known.size(), known.modified(), now));
        Holding after = since(known, beside.in(HoldingState.UNVERIFIED, now));
        return told(after, HistoryEvent.OTHER_DIRECTORY, known, seen, now, "the export has another directory");
    }

    private static After accepted(@Nullable Holding known, HoldingNotice seen, Instant now) {
        boolean isOther = known != null
                && known.state() != HoldingState.DISPUTED
                && !known.isSeenAs(seen.size(), seen.modified());
        if (known == null || !isOther) return looked(known, seen, now);
        Holding after = fresh(known, seen, List.of(), HoldingState.UNVERIFIED, now);
        return told(after, HistoryEvent.ACCEPTED, known, seen, now, difference(known, seen));
    }
}
