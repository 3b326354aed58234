package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;

/** Whole jobs with everything random, on virtual time, each from one seed: what must hold always holds. */
class FetchSimulationTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;
    private static final int[] SIZES = {0, 1, 999, 1000, 1001, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 21 * BLOCK + 7};
    private static final int RUNS = Integer.getInteger("bdm.simulations", 300);

    @Test
    void everyFileArrivesOnceWithTheRightBytesWhateverBreaksOnTheWay() {
        for (long seed = 1; seed <= RUNS; seed++) run(seed, this::everythingBreaks);
    }

    @Test
    void aCrashCostsNoMoreThanWhatWasNotYetMarked() {
        for (long seed = 1; seed <= RUNS; seed++) run(seed, this::onlyCrashes);
    }

    private boolean wasPowerCut;

    private interface Simulation {
        void run(FetchRig rig, Random random);
    }

    private void run(long seed, Simulation simulation) {
        try {
            Random random = new Random(seed);
            wasPowerCut = false;
            FetchRig rig = new FetchRig(seed * 7919);
            growTree(rig.tree, random);
            rig.entriesPerChunk = 1 + random.nextInt(12);
            rig.streams = 1 + random.nextInt(4);
            if (random.nextBoolean()) rig.filesAtOnce = new FilesAtOnce(1 + random.nextInt(4));
            rig.bytesPerMark = (1L + random.nextInt(6)) * BLOCK;
            simulation.run(rig, random);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("with seed " + seed + ": " + e, e);
        }
    }

    private static void growTree(SourceTree tree, Random random) {
        int count = 1 + random.nextInt(40);
        for (int i = 0; i < count; i++) {
            String path = (random.nextInt(3) == 0 ? "d" + random.nextInt(3) + "/" : "") + "e" + i;
            int kind = random.nextInt(10);
            if (kind == 0) {
                tree.addDirectory(path);
            } else if (kind == 1) {
                tree.addLink(path, "target" + i);
            } else {
                int size = random.nextBoolean() ? SIZES[random.nextInt(SIZES.length)] : random.nextInt(8 * BLOCK);
                FileEntry entry = tree.addFile(path, size);
                if (size > 3 * BLOCK && random.nextInt(3) == 0) {
                    tree.hole(entry, new ByteRange(BLOCK, (1L + random.nextInt(2)) * BLOCK));
                }
            }
        }
    }

    private void everythingBreaks(FetchRig rig, Random random) {
        int deaths = random.nextInt(4);
        for (int i = 0; i < deaths; i++) {
            rig.start();
            breakThings(rig, random);
            if (random.nextInt(4) == 0) rig.store.faults().failNextForce();
            rig.time.runTasks(random.nextInt(1500));
            dieOrStop(rig, random);
        }
        rig.start();
        breakThings(rig, random);
        rig.runToEnd();
        if (!rig.waiting.isEmpty()) {
            rig.stop();
            rig.start();
            rig.runToEnd();
        }
        rig.assertArrived();
        rig.tree.entries().forEach(entry -> assertCountsAreTrue(rig, entry));
        rig.settle();
        rig.stop();
        assertNothingIsLeft(rig);
    }

    private static void breakThings(FetchRig rig, Random random) {
        SourceFaults faults = rig.source.faults();
        faults.isReordering = random.nextBoolean();
        if (random.nextBoolean()) faults.flipChance = 0.02;
        if (random.nextBoolean()) faults.duplicateChance = 0.1;
        if (random.nextBoolean()) faults.loseStreamChance = 0.05;
    }

    private void dieOrStop(FetchRig rig, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> {
                rig.die();
                powerCut(rig);
            }
            case 1 -> {
                rig.die();
                rig.store.restart();
            }
            default -> {
                rig.stop();
                rig.store.restart();
            }
        }
    }

    private void powerCut(FetchRig rig) {
        wasPowerCut = true;
        rig.store.powerCut();
    }

    private void onlyCrashes(FetchRig rig, Random random) {
        int deaths = 1 + random.nextInt(3);
        Map<FileId, Long> sentWhenPlaced = new HashMap<>();
        for (int i = 0; i < deaths; i++) {
            rig.start();
            rig.time.runTasks(random.nextInt(2000));
            rig.die();
            if (random.nextBoolean()) powerCut(rig);
            else rig.store.restart();
            for (FileEntry entry : rig.tree.entries()) {
                boolean isPlaced = entry.listed().kind() == FileKind.FILE
                        && rig.store.status(entry.destination()).isPresent();
                if (isPlaced) sentWhenPlaced.putIfAbsent(entry.file(), rig.bytesSent(entry));
            }
        }
        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        for (FileEntry entry : rig.tree.entries()) {
            assertCountsAreTrue(rig, entry);
            if (entry.listed().kind() == FileKind.FILE) {
                assertThat(rig.outcome(entry).state())
                        .as("state of %s", entry.source())
                        .isEqualTo(FileState.DONE);
            }
            long onItsWay = deaths * (rig.bytesPerMark + 17L * BLOCK);
            long again = rig.bytesSent(entry) - bytesWithoutHoles(rig, entry);
            assertThat(again).as("bytes of %s sent again", entry.source()).isLessThanOrEqualTo(onItsWay);
            Long before = sentWhenPlaced.get(entry.file());
            if (before != null) {
                assertThat(rig.bytesSent(entry))
                        .as("%s was placed already", entry.source())
                        .isEqualTo(before);
            }
        }
        rig.stop();
        assertNothingIsLeft(rig);
    }

    private static void assertCountsAreTrue(FetchRig rig, FileEntry entry) {
        FileOutcome outcome = rig.outcome(entry);
        if (outcome.state() != FileState.DONE) return;
        long needed = bytesWithoutHoles(rig, entry);
        assertThat(outcome.bytesMoved()).as("moved of %s", entry.source()).isBetween(needed, rig.bytesSent(entry));
        assertThat(outcome.bytesResent())
                .as("sent again of %s", entry.source())
                .isEqualTo(outcome.bytesMoved() - needed);
    }

    private static long bytesWithoutHoles(FetchRig rig, FileEntry entry) {
        if (entry.listed().kind() != FileKind.FILE) return 0;
        SourceTree.File file = rig.tree.file(entry.source());
        long holes = file.holes.stream().mapToLong(ByteRange::length).sum();
        return file.content.length - holes;
    }

    /** After a power cut names may come back that were gone: they go with the work area. */
    private void assertNothingIsLeft(FetchRig rig) {
        if (wasPowerCut) return;
        List<String> left = new ArrayList<>(rig.store.workArea(FetchRig.JOB).names());
        left.removeIf(name -> !name.endsWith(".part"));
        assertThat(left).as("temporary files that are left").isEmpty();
    }
}
