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
import java.util.function.IntPredicate;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.ReadableFile;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRules;

/**
 * Reads a held file, whole, and compares it with every digest that is known of it. A file of which none is known gets one. Writes nothing.
 * Belongs to one thread, on which it reads and computes.
 */
final class HoldingCheck {
    private static final int PIECE_BYTES = 1 << 20;

    private final Clock clock;
    private final IntPredicate mayGoOn;
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);

    /**
     * With its parts.
     *
     * @param mayGoOn called with the bytes of each piece that was read; false stops the reading. It may wait.
     */
    HoldingCheck(Clock clock, IntPredicate mayGoOn) {
        this.clock = clock;
        this.mayGoOn = mayGoOn;
    }

    /**
     * The file as it was read now.
     *
     * @param notice to be recorded
     * @param wrong digests that contradict its bytes, in sentences
     */
    record Result(HoldingNotice notice, List<String> wrong) {
        boolean isRight() {
            return wrong.isEmpty();
        }

        String text() {
            return String.join("; ", wrong);
        }
    }

    /**
     * Reads a file.
     *
     * @throws MoverException CANCELLED if it was stopped; SOURCE_CHANGED if the file changed meanwhile; SOURCE_NOT_FOUND or LINK_DANGLING if it
     *     is not there; and what the disk says
     */
    Result check(HeldPlace place, Holding holding) {
        try (ReadableFile file = new FollowingStore(place.store(), anywhere -> true).open(holding.path())) {
            FileVersion before = file.status().version();
            Map<ChecksumAlgorithm, Checksum> found = digests(file, algorithms(holding));
            FileVersion after = file.status().version();
            if (!after.equals(before)) {
                throw new MoverException(ErrorCode.SOURCE_CHANGED, holding.path() + " changed while it was read");
            }
            return judge(holding, before, found);
        }
    }

    /** True if the error says that no file is there. */
    static boolean isGone(MoverException error) {
        return error.code() == ErrorCode.SOURCE_NOT_FOUND || error.code() == ErrorCode.LINK_DANGLING;
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
            if (!mayGoOn.test(read)) throw new MoverException(ErrorCode.CANCELLED, "the reading was stopped");
            piece.flip();
            running.values().forEach(digest -> digest.update(piece.duplicate()));
            offset += read;
            read = file.read(offset, piece.clear());
        }
        Map<ChecksumAlgorithm, Checksum> found = new EnumMap<>(ChecksumAlgorithm.class);
        running.forEach((algorithm, digest) -> found.put(algorithm, digest.finish()));
        return found;
    }

    private Result judge(Holding holding, FileVersion version, Map<ChecksumAlgorithm, Checksum> found) {
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
        return new Result(notice, List.copyOf(wrong));
    }
}
