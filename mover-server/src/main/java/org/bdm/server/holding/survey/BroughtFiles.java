package org.bdm.server.holding.survey;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingEvent;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Compares files that another program brought with what was published of them, and takes those that are right as holdings. A file that is not right
 * becomes none: its size is looked at first, then what programs leave beside an unfinished file, then every byte. Belongs to one thread.
 */
public final class BroughtFiles {
    /** Endings of what programs leave beside a file that they have not finished: rclone, and aria2 beside its final name. */
    private static final List<String> UNFINISHED = List.of(".partial", ".aria2");

    private final LocalExports exports;
    private final HoldingRecords records;
    private final Clock clock;
    private final HoldingCheck check;

    /**
     * With its parts.
     *
     * @param mayGoOn called with the bytes of each piece that was read; false stops the reading
     */
    public BroughtFiles(LocalExports exports, HoldingRecords records, Clock clock, IntPredicate mayGoOn) {
        this.exports = exports;
        this.records = records;
        this.clock = clock;
        this.check = new HoldingCheck(clock, mayGoOn, holding -> Optional.empty());
    }

    /**
     * The published facts of a file.
     *
     * @param dataset instance id; null if it is of none
     * @param size in bytes; negative if nobody says it
     * @param by who brought it, for the history of the holding, such as {@code handover-3}
     */
    public record Expected(
            ExportName export, StorePath path, @Nullable String dataset, long size, List<Checksum> digests, String by) {
        /** Copies the list. */
        public Expected {
            digests = List.copyOf(digests);
        }
    }

    /** The outcome of a comparison. */
    public enum Verdict {
        /** It has a published digest; it is a holding. */
        RIGHT,
        /** It has the published size, and no digest was published that is computed here; it is a holding. */
        UNVOUCHED,
        MISSING,
        /** It has zero bytes and should have more. */
        EMPTY,
        /** It has another size, or was not finished. */
        PARTIAL,
        OTHER_CONTENT,
        /** It cannot be read, or nothing was published that it could be compared with. */
        UNREADABLE
    }

    /**
     * The result.
     *
     * @param says what is wrong, in a sentence; empty for nothing
     */
    public record Found(Verdict verdict, String says) {}

    /**
     * Looks at size and neighbours only, and reads no byte. RIGHT means that nothing speaks against it.
     *
     * @throws MoverException EXPORT_ELSEWHERE if this process has not the export
     */
    public Found look(Expected expected) {
        HeldPlace place = new HeldPlace(exports.find(expected.export()));
        try {
            return look(place, expected);
        } catch (MoverException e) {
            return new Found(Verdict.UNREADABLE, e.sentence());
        }
    }

    private static Found look(HeldPlace place, Expected expected) {
        FollowingStore store = new FollowingStore(place.store(), anywhere -> true);
        Optional<FileStatus> there = store.status(expected.path());
        String unfinished = unfinished(place, expected.path());
        if (there.isEmpty()) {
            return new Found(
                    Verdict.MISSING, unfinished.isEmpty() ? "is not there" : "is not there, but " + unfinished);
        }
        if (there.get().kind() != FileKind.FILE)
            return new Found(Verdict.UNREADABLE, "is a " + there.get().kind() + ", not a file");
        long size = there.get().version().size();
        boolean isOther = expected.size() >= 0 && size != expected.size();
        if (isOther && size == 0) return new Found(Verdict.EMPTY, "has 0 of " + expected.size() + " bytes");
        if (isOther) return new Found(Verdict.PARTIAL, "has " + size + " bytes, not " + expected.size());
        boolean isVouched = !expected.digests().isEmpty();
        if (!unfinished.isEmpty() && !isVouched) return new Found(Verdict.PARTIAL, unfinished);
        if (expected.size() < 0 && !isVouched)
            return new Found(Verdict.UNREADABLE, "may be incomplete: nobody published its size or its digest");
        return new Found(Verdict.RIGHT, "");
    }

    private static String unfinished(HeldPlace place, StorePath path) {
        for (String ending : UNFINISHED) {
            byte[] name = path.bytes();
            byte[] behind = ending.getBytes(StandardCharsets.US_ASCII);
            byte[] beside = Arrays.copyOf(name, name.length + behind.length);
            System.arraycopy(behind, 0, beside, name.length, behind.length);
            if (isThere(place, beside))
                return "an unfinished file '" + path.name().shown() + ending + "' is beside it";
        }
        return "";
    }

    private static boolean isThere(HeldPlace place, byte[] path) {
        try {
            return place.store().status(StorePath.of(path)).isPresent();
        } catch (MoverException e) {
            return false; // such as a name that is too long: nobody made it
        }
    }

    /**
     * Reads a file whole, compares it, and takes it as a holding if it is right; durable when this returns.
     *
     * @throws MoverException EXPORT_ELSEWHERE if this process has not the export; CANCELLED if the reading was stopped; BEING_STAGED if
     *     an HSM has it, from which it is recalled
     */
    public Found check(Expected expected) {
        HeldPlace place = new HeldPlace(exports.find(expected.export()));
        Found looked = look(expected);
        if (looked.verdict() != Verdict.RIGHT) return looked;
        try {
            return read(place, expected);
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CANCELLED) throw e;
            if (e.code() == ErrorCode.BEING_STAGED) {
                new FollowingStore(place.store(), anywhere -> true).recall(expected.path());
                throw e;
            }
            if (HoldingCheck.isGone(e)) return new Found(Verdict.MISSING, "is not there");
            return new Found(Verdict.UNREADABLE, e.sentence());
        }
    }

    private Found read(HeldPlace place, Expected expected) {
        Holding assumed = assumed(expected);
        HoldingCheck.Result result = check.check(place, assumed);
        if (!result.isRight()) return new Found(Verdict.OTHER_CONTENT, "has other bytes: " + result.text());
        if (expected.size() >= 0 && result.notice().size() != expected.size())
            return new Found(Verdict.PARTIAL, "changed while it was read");
        HoldingState state = register(expected, assumed, result.notice());
        if (state == HoldingState.DAMAGED || state == HoldingState.DISPUTED)
            return new Found(Verdict.OTHER_CONTENT, "has other bytes than those that were held here before: " + state);
        if (expected.digests().isEmpty()) return new Found(Verdict.UNVOUCHED, "nobody published its digest");
        return new Found(Verdict.RIGHT, "");
    }

    /** A file that is held already is told of the list first, so that the reading can decide against older evidence. */
    private HoldingState register(Expected expected, Holding assumed, HoldingNotice read) {
        HoldingNotice listed = new HoldingNotice(
                expected.export(),
                expected.path(),
                expected.dataset(),
                read.size(),
                read.modified(),
                HoldingEvent.LISTED,
                assumed.digests());
        HoldingNotice.Cause cause = new HoldingNotice.Cause(expected.by(), "", assumed);
        Durable.await(records.record(List.of(listed.by(HoldingNotice.Cause.of(expected.by())))));
        Holding held = Durable.await(records.record(List.of(read.by(cause)))).get(0);
        return held == null ? HoldingState.UNVERIFIED : held.state();
    }

    private Holding assumed(Expected expected) {
        Instant now = clock.instant();
        List<HoldingDigest> digests = new ArrayList<>();
        for (Checksum digest : expected.digests()) digests.add(new HoldingDigest(digest, DigestOrigin.LISTED, now));
        return new Holding(
                expected.export(),
                expected.path(),
                expected.dataset(),
                Math.max(0, expected.size()),
                Instant.EPOCH,
                HoldingState.UNVERIFIED,
                now,
                digests,
                0,
                null,
                null);
    }
}
