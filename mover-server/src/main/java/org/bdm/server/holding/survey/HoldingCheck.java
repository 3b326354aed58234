package org.bdm.server.holding.survey;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.checksum.RunningRangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.ReadableFile;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HeldReading;
import org.bdm.server.holding.record.HoldingEvent;
import org.bdm.server.holding.record.HoldingNotice;
import org.jspecify.annotations.Nullable;

/**
 * Reads a held file, whole, and compares it with every digest that is known of it. A file of which none is known gets one. Writes nothing.
 * Belongs to one thread, on which it reads and computes.
 */
final class HoldingCheck {
    private static final int PIECE_BYTES = 1 << 20;

    private final Clock clock;
    private final IntPredicate mayGoOn;
    private final KnownRanges known;
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);

    /**
     * With its parts.
     *
     * @param mayGoOn called with the bytes of each piece that was read; false stops the reading. It may wait.
     * @param known asked for files that are damaged
     */
    HoldingCheck(Clock clock, IntPredicate mayGoOn, KnownRanges known) {
        this.clock = clock;
        this.mayGoOn = mayGoOn;
        this.known = known;
    }

    /** Finds the range digests that a file had when it was right. */
    @FunctionalInterface
    interface KnownRanges {
        Optional<RangeDigests> of(Holding holding);
    }

    /** Digests of a whole file, and of its ranges if it was large when it was right. */
    private record Digests(
            Map<ChecksumAlgorithm, Checksum> whole,
            @Nullable RangeDigests ranges) {}

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
            Digests found = digests(file, algorithms(holding), rangeBytes(holding, before));
            FileVersion after = file.status().version();
            if (!after.equals(before)) {
                throw new MoverException(ErrorCode.SOURCE_CHANGED, holding.path() + " changed while it was read");
            }
            return judge(holding, before, found);
        }
    }

    /** As when it was right, whatever was cut off since. */
    private static long rangeBytes(Holding holding, FileVersion now) {
        return RangeDigests.rangeBytes(Math.max(holding.size(), now.size()));
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

    private Digests digests(ReadableFile file, Set<ChecksumAlgorithm> algorithms, long rangeBytes) {
        @Nullable RunningRangeDigests ranges = rangeBytes == 0 ? null : new RunningRangeDigests(rangeBytes);
        Map<ChecksumAlgorithm, RunningDigest> running = new EnumMap<>(ChecksumAlgorithm.class);
        algorithms.forEach(algorithm -> running.put(algorithm, RunningDigest.of(algorithm)));
        long offset = 0;
        int read = file.read(offset, piece.clear());
        while (read > 0) {
            if (!mayGoOn.test(read)) throw new MoverException(ErrorCode.CANCELLED, "the reading was stopped");
            piece.flip();
            running.values().forEach(digest -> digest.update(piece.duplicate()));
            if (ranges != null) ranges.update(piece);
            offset += read;
            read = file.read(offset, piece.clear());
        }
        Map<ChecksumAlgorithm, Checksum> found = new EnumMap<>(ChecksumAlgorithm.class);
        running.forEach((algorithm, digest) -> found.put(algorithm, digest.finish()));
        return new Digests(found, ranges == null ? null : ranges.finish().orElse(null));
    }

    private Result judge(Holding holding, FileVersion version, Digests digests) {
        Instant now = clock.instant();
        HeldReading reading = HeldReading.of(holding.digests(), digests.whole().values());
        List<String> wrong = new ArrayList<>(reading.sentences());
        if (reading.verdict() == HeldReading.Verdict.DAMAGED)
            where(holding, digests.ranges()).ifPresent(wrong::add);
        List<HoldingDigest> news = digests.whole().values().stream()
                .map(digest -> new HoldingDigest(digest, DigestOrigin.READ, now))
                .toList();
        HoldingNotice notice = new HoldingNotice(
                holding.export(),
                holding.path(),
                holding.dataset(),
                version.size(),
                version.modified(),
                HoldingEvent.READ,
                news,
                version.inode(),
                wrong.isEmpty() ? digests.ranges() : null,
                HoldingNotice.Cause.UNKNOWN);
        return new Result(notice, List.copyOf(wrong));
    }

    /** Tells in a sentence where a file is damaged, if that is known. */
    private Optional<String> where(Holding holding, @Nullable RangeDigests found) {
        if (found == null) return Optional.empty();
        Optional<RangeDigests> before = known.of(holding).filter(ranges -> ranges.rangeBytes() == found.rangeBytes());
        if (before.isEmpty()) return Optional.empty();
        List<ByteRange> damaged = before.get().differing(found);
        if (damaged.isEmpty()) return Optional.empty();
        return Optional.of(damaged.size() + " of " + before.get().count() + " ranges of "
                + (found.rangeBytes() >> 20) + " MiB differ, the first at byte "
                + damaged.get(0).offset());
    }
}
