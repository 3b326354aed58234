package org.bdm.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;
    private static final Epoch FIRST = new Epoch(1);

    private final Planner planner = new Planner(new PlanLimits(MIB, 256 * KIB, 4L * MIB, 8L * MIB, 2, false));

    @Test
    void asksForSmallFilesWholeInTheOrderOfTheirNumbers() {
        addWhole(3, 10);
        addWhole(1, 256 * KIB);
        addWhole(2, 0);
        assertThat(drain()).extracting(a -> a.file().number()).containsExactly(1L, 2L, 3L);
        assertThat(planner.bytesToAsk()).isZero();
        assertThat(planner.filesToAsk()).isZero();
    }

    @Test
    void smallFilesArePackableAndCarryNoRanges() {
        addWhole(1, 256 * KIB);
        Assignment assignment = planner.next(MIB).orElseThrow();
        assertThat(assignment.packable()).isTrue();
        assertThat(assignment.ranges()).isEmpty();
        assertThat(assignment.bytes()).isEqualTo(256 * KIB);
    }

    @Test
    void bigFilesAreAskedForInPiecesThatEndWhereBlocksEnd() {
        addWhole(1, 20L * MIB + 5);
        List<Assignment> assignments = drain();
        assertThat(assignments).extracting(Assignment::bytes).containsExactly(8L * MIB, 8L * MIB, 4L * MIB + 5);
        assertThat(assignments.get(1).ranges()).containsExactly(new ByteRange(8L * MIB, 8L * MIB));
        assertThat(assignments).noneMatch(Assignment::packable);
    }

    @Test
    void shortFilesAreAskedForWholeOrNotAtAllHoweverLittleRoomThereIs() {
        addWhole(1, 4L * MIB);
        assertThat(planner.next(4L * MIB - 1)).as("waits for room").isEmpty();
        assertThat(planner.next(4L * MIB).orElseThrow().ranges()).containsExactly(new ByteRange(0, 4L * MIB));
    }

    @Test
    void longerFilesAndShortOnesOfWhichSomethingIsThereUseTheRoomThereIs() {
        addWhole(1, 4L * MIB + 1);
        assertThat(planner.next(3L * MIB).orElseThrow().bytes()).isEqualTo(3L * MIB);
        planner.remove(new FileId(1));
        planner.add(new FileId(2), FIRST, 4L * MIB, List.of(new ByteRange(MIB, 3L * MIB)));
        assertThat(planner.next(2L * MIB).orElseThrow().bytes()).isEqualTo(2L * MIB);
    }

    @Test
    void asksOnlyForWhatIsMissing() {
        planner.add(new FileId(1), FIRST, 10L * MIB, List.of(new ByteRange(MIB, MIB), new ByteRange(5L * MIB, 100)));
        assertThat(drain())
                .singleElement()
                .satisfies(a ->
                        assertThat(a.ranges()).containsExactly(new ByteRange(MIB, MIB), new ByteRange(5L * MIB, 100)));
    }

    @Test
    void smallFilesGoOnBesideABigOne() {
        addWhole(1, 1024L * MIB);
        for (int i = 2; i < 1002; i++) addWhole(i, KIB);
        List<Assignment> first = new ArrayList<>();
        for (int i = 0; i < 300; i++) first.add(planner.next(64L * MIB).orElseThrow());
        assertThat(first).filteredOn(a -> a.file().number() > 1).hasSizeGreaterThan(200);
        assertThat(first).filteredOn(a -> a.file().number() == 1).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void aBigFileGoesOnBesideManySmallOnes() {
        for (int i = 1; i < 10_000; i++) addWhole(i, 200 * KIB);
        addWhole(10_000, 1024L * MIB);
        long bytesOfBig = 0;
        long bytesOfSmall = 0;
        for (int i = 0; i < 1000; i++) {
            Assignment a = planner.next(64L * MIB).orElseThrow();
            if (a.packable()) bytesOfSmall += a.bytes();
            else bytesOfBig += a.bytes();
        }
        assertThat(bytesOfBig).isBetween(bytesOfSmall - 16 * MIB, bytesOfSmall + 16 * MIB);
    }

    @Test
    void whatWasLostComesBeforeAllElseAndNothingElseOfThatFileJumpsTheQueue() {
        addWhole(1, KIB);
        addWhole(7, 100L * MIB);
        planner.next(64L * MIB);
        planner.next(64L * MIB);
        addWhole(2, KIB);
        planner.returned(new FileId(7), FIRST, List.of(new ByteRange(2L * MIB, MIB)));
        assertThat(planner.next(64L * MIB).orElseThrow().ranges()).containsExactly(new ByteRange(2L * MIB, MIB));
        assertThat(planner.next(64L * MIB).orElseThrow().file()).isEqualTo(new FileId(2));
    }

    @Test
    void whatIsReturnedByAnOldAttemptIsNotAskedFor() {
        addWhole(1, 2L * MIB);
        planner.next(64L * MIB);
        planner.add(new FileId(1), new Epoch(2), 2L * MIB, List.of(new ByteRange(0, 2L * MIB)));
        planner.returned(new FileId(1), FIRST, List.of(new ByteRange(0, MIB)));
        assertThat(drain()).singleElement().satisfies(a -> assertThat(a.epoch()).isEqualTo(new Epoch(2)));
    }

    @Test
    void onlySoManyGiantsAreUnderWayAtOnce() {
        for (int i = 1; i <= 4; i++) addWhole(i, 9L * MIB);
        assertThat(drain()).extracting(a -> a.file().number()).containsExactly(1L, 1L, 2L, 2L);
        planner.remove(new FileId(1));
        assertThat(drain()).extracting(a -> a.file().number()).containsExactly(3L, 3L);
    }

    @Test
    void whatHasBegunGoesOnWhileNoOtherFileMayBegin() {
        addWhole(1, 9L * MIB);
        addWhole(2, 6L * MIB);
        addWhole(3, 6L * MIB);
        addWhole(4, KIB);
        assertThat(planner.hasOnlyNew()).isTrue();
        assertThat(planner.nextOfOpen(64L * MIB)).as("nothing has begun").isEmpty();
        planner.next(64L * MIB); // the small one: its lane has paid as little, and comes first
        planner.next(5L * MIB);
        List<Assignment> more = new ArrayList<>();
        for (var next = planner.nextOfOpen(2L * MIB); next.isPresent(); next = planner.nextOfOpen(2L * MIB))
            more.add(next.get());
        assertThat(more).extracting(a -> a.file().number()).containsOnly(1L);
        assertThat(more).extracting(Assignment::bytes).containsExactly(2L * MIB, 2L * MIB);
        assertThat(planner.hasOnlyNew()).isTrue();
        planner.returned(new FileId(1), FIRST, List.of(new ByteRange(0, MIB)));
        assertThat(planner.hasOnlyNew()).isFalse();
        assertThat(planner.nextOfOpen(64L * MIB).orElseThrow().bytes()).isEqualTo(MIB);
        assertThat(drain()).extracting(a -> a.file().number()).containsOnly(2L, 3L);
        assertThat(planner.hasOnlyNew()).as("nothing is left").isFalse();
    }

    @Test
    void aFileThatDoesNotFitWaits() {
        addWhole(1, 200 * KIB);
        assertThat(planner.next(100 * KIB)).isEmpty();
        assertThat(planner.next(200 * KIB)).isPresent();
    }

    @Test
    void oneRangeOfAFileIsAskedForAfterTheOtherWhereItTakesItsBytesInOrder() {
        Planner ordered = new Planner(new PlanLimits(MIB, 256 * KIB, 4L * MIB, 8L * MIB, 2, true));
        ordered.add(new FileId(1), FIRST, 20L * MIB, List.of(new ByteRange(0, 20L * MIB)));
        ordered.add(new FileId(2), FIRST, 20L * MIB, List.of(new ByteRange(0, 20L * MIB)));
        assertThat(ordered.next(Long.MAX_VALUE).orElseThrow().file()).isEqualTo(new FileId(1));
        assertThat(ordered.next(Long.MAX_VALUE).orElseThrow().file()).isEqualTo(new FileId(2));
        assertThat(ordered.next(Long.MAX_VALUE)).as("both wait for an answer").isEmpty();
        ordered.answered(new FileId(1));
        assertThat(ordered.next(Long.MAX_VALUE).orElseThrow().ranges())
                .containsExactly(new ByteRange(8L * MIB, 8L * MIB));
        assertThat(ordered.next(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void whatDidNotComeIsAskedForBeforeTheRestWhereAFileTakesItsBytesInOrder() {
        Planner ordered = new Planner(new PlanLimits(MIB, 256 * KIB, 4L * MIB, 8L * MIB, 2, true));
        ordered.add(new FileId(1), FIRST, 20L * MIB, List.of(new ByteRange(0, 20L * MIB)));
        assertThat(ordered.next(Long.MAX_VALUE)).isPresent();
        ordered.returned(new FileId(1), FIRST, List.of(new ByteRange(MIB, MIB)));
        assertThat(ordered.next(Long.MAX_VALUE))
                .as("the rest of it may still come")
                .isEmpty();
        ordered.answered(new FileId(1));
        assertThat(ordered.next(Long.MAX_VALUE).orElseThrow().ranges()).containsExactly(new ByteRange(MIB, MIB));
        ordered.answered(new FileId(1));
        assertThat(ordered.next(Long.MAX_VALUE).orElseThrow().ranges())
                .containsExactly(new ByteRange(8L * MIB, 8L * MIB));
    }

    @Test
    void everyMissingByteIsAskedForOnceUnderRandomLossAndRestart() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Planner many = new Planner(new PlanLimits(4, 8, 16, 32, 2, false));
            TreeMap<Long, RangeSet> arrived = new TreeMap<>();
            Map<Long, Long> sizes = new HashMap<>();
            for (long i = 1; i <= 20; i++) {
                long size = random.nextInt(100);
                sizes.put(i, size);
                arrived.put(i, new RangeSet());
                many.add(new FileId(i), FIRST, size, size == 0 ? List.of() : List.of(new ByteRange(0, size)));
            }
            for (int step = 0; step < 10_000 && many.filesToAsk() > 0; step++) {
                Optional<Assignment> next = many.next(1 + random.nextInt(40));
                if (next.isEmpty()) continue;
                Assignment a = next.get();
                boolean isWhole = a.ranges().isEmpty() && a.bytes() > 0;
                List<ByteRange> ranges = isWhole ? List.of(new ByteRange(0, a.bytes())) : a.ranges();
                RangeSet set = arrived.get(a.file().number());
                for (ByteRange range : ranges) {
                    if (random.nextInt(4) == 0) {
                        many.returned(a.file(), FIRST, List.of(range));
                    } else {
                        assertThat(set.add(range)).as("seed %d", seed).isEqualTo(range.length());
                    }
                }
                if (set.coversAll(sizes.get(a.file().number()))) many.remove(a.file());
            }
            assertThat(many.bytesToAsk()).as("seed %d", seed).isZero();
            arrived.forEach(
                    (file, set) -> assertThat(set.coversAll(sizes.get(file))).isTrue());
        }
    }

    private void addWhole(long file, long size) {
        planner.add(new FileId(file), FIRST, size, size == 0 ? List.of() : List.of(new ByteRange(0, size)));
    }

    private List<Assignment> drain() {
        List<Assignment> all = new ArrayList<>();
        for (Optional<Assignment> next = planner.next(64L * MIB); next.isPresent(); next = planner.next(64L * MIB)) {
            all.add(next.get());
        }
        return all;
    }
}
