package org.bdm.server.holding.survey;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.ReadableFile;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.FindingKind;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.holding.record.HoldingRules;

/**
 * Reads holdings again, whole, and compares them with every digest that is known of them. A file of which none is known gets one. Belongs to
 * one thread, on which it reads and computes.
 */
final class HoldingVerification {
    private static final int PIECE_BYTES = 1 << 20;

    private final HoldingRecords records;
    private final SurveyLog log;
    private final Clock clock;
    private final BooleanSupplier mayGoOn;
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);

    HoldingVerification(HoldingRecords records, SurveyLog log, Clock clock, BooleanSupplier mayGoOn) {
        this.records = records;
        this.log = log;
        this.clock = clock;
        this.mayGoOn = mayGoOn;
    }

    void verify(HeldPlace place, Holding holding) {
        try (ReadableFile file = new FollowingStore(place.store(), anywhere -> true).open(holding.path())) {
            FileVersion before = file.status().version();
            Map<ChecksumAlgorithm, Checksum> found = digests(file, algorithms(holding));
            FileVersion after = file.status().version();
            if (!after.equals(before)) {
                throw new MoverException(ErrorCode.SOURCE_CHANGED, holding.path() + " changed while it was read");
            }
            judge(holding, before, found);
            log.looked(before.size());
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CANCELLED) throw e;
            boolean isGone = e.code() == ErrorCode.SOURCE_NOT_FOUND || e.code() == ErrorCode.LINK_DANGLING;
            log.found(isGone ? FindingKind.MISSING : FindingKind.UNREADABLE, holding, e.sentence());
        }
    }

    private static Set<ChecksumAlgorithm> algorithms(Holding holding) {
        EnumSet<ChecksumAlgorithm> algorithms = EnumSet.noneOf(ChecksumAlgorithm.class);
        holding.digests().forEach(known -> algorithms.add(known.digest().algorithm()));
        algorithms.add(ChecksumAlgorithm.SHA256); // that is what publication wants
        return algorithms;
    }

    private Map<ChecksumAlgorithm, Checksum> digests(ReadableFile file, Set<ChecksumAlgorithm> algorithms) {
        Map<ChecksumAlgorithm, RunningDigest> running = new EnumMap<>(ChecksumAlgorithm.class);
        algorithms.forEach(algorithm -> running.put(algorithm, RunningDigest.of(algorithm)));
        long offset = 0;
        int read = file.read(offset, piece.clear());
        while (read > 0) {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.CANCELLED, "the reading was stopped");
            piece.flip();
            running.values().forEach(digest -> digest.update(piece.duplicate()));
            offset += read;
            read = file.read(offset, piece.clear());
        }
        Map<ChecksumAlgorithm, Checksum> found = new EnumMap<>(ChecksumAlgorithm.class);
        running.forEach((algorithm, digest) -> found.put(algorithm, digest.finish()));
        return found;
    }

    private void judge(Holding holding, FileVersion version, Map<ChecksumAlgorithm, Checksum> found) {
        Instant now = clock.instant();
        List<String> wrong = new ArrayList<>();
        boolean isOwnWrong = false;
        Set<Checksum> listed = new HashSet<>();
        for (HoldingDigest known : holding.digests()) {
            Checksum computed = Objects.requireNonNull(found.get(known.digest().algorithm()));
            boolean isRight = known.digest().equals(computed);
            if (isRight && !known.origin().isOwn()) listed.add(computed);
            if (isRight || HoldingRules.isAccepted(holding.digests(), computed)) continue;
            isOwnWrong |= known.origin().isOwn();
            wrong.add(known.origin().shownAs() + " says " + known.digest() + ", the file has " + computed);
        }
        HoldingState state =
                wrong.isEmpty() ? HoldingState.VERIFIED : isOwnWrong ? HoldingState.DAMAGED : HoldingState.DISPUTED;
        // What a damaged file has now is told to the person, not kept as what it should have.
        List<HoldingDigest> news = state == HoldingState.DAMAGED
                ? List.of()
                : found.values().stream()
                        .map(digest -> new HoldingDigest(
                                digest, listed.contains(digest) ? DigestOrigin.PUBLISHED : DigestOrigin.READ, now))
                        .toList();
        HoldingNotice notice = new HoldingNotice(
                holding.export(),
                holding.path(),
                holding.dataset(),
                version.size(),
                version.modified(),
                state,
                news,
                version.inode());
        Durable.await(records.record(List.of(notice)));
        if (!wrong.isEmpty()) log.found(FindingKind.DIFFERENT, holding, String.join("; ", wrong));
    }
}
