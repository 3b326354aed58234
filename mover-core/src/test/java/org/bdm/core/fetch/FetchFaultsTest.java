package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StoreCall.Kind;
import org.bdm.core.transfer.EarlierRuns;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;

/** What goes wrong at the source, on the way and at the destination, one thing at a time. */
class FetchFaultsTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;

    private final FetchRig rig = new FetchRig(3);

    @Test
    void lostStreamsCostOnlyWhatWasOnThem() {
        FileEntry big = rig.tree.addFile("big", 60 * BLOCK + 5);
        for (int i = 0; i < 50; i++) rig.tree.addFile("s" + i, 10 * i);
        rig.start();
        rig.source.faults().loseStreamChance = 0.1;
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.bytesSent(big)).isEqualTo(rig.outcome(big).bytesMoved());
        assertThat(rig.outcome(big).bytesMoved()).isEqualTo(60L * BLOCK + 5);
        rig.stop();
    }

    @Test
    void blocksInAnyOrderAndTwiceMakeTheSameFileAndAreCountedAsTheyCame() {
        FileEntry big = rig.tree.addFile("big", 60 * BLOCK + 5);
        rig.start();
        rig.source.faults().isReordering = true;
        rig.source.faults().duplicateChance = 0.3;
        rig.runToEnd();
        rig.assertArrived();
        FileOutcome outcome = rig.outcome(big);
        assertThat(outcome.bytesMoved()).isEqualTo(rig.bytesSent(big)).isGreaterThan(60L * BLOCK + 5);
        assertThat(outcome.bytesResent()).isEqualTo(rig.bytesSent(big) - (60L * BLOCK + 5));
        assertThat(rig.session.progress().bytesResent()).isEqualTo(outcome.bytesResent());
        rig.stop();
    }

    @Test
    void aDamagedBlockIsAskedForAgainAndNothingElse() {
        FileEntry big = rig.tree.addFile("big", 10 * BLOCK);
        FileEntry small = rig.tree.addFile("small", 700);
        boolean[] flipped = new boolean[2];
        rig.start();
        rig.source.faults().flips = tag -> {
            int which = tag.file().equals(big.file()) ? 0 : 1;
            boolean isFirst = !flipped[which];
            flipped[which] = true;
            return isFirst;
        };
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.outcome(big).bytesMoved()).isEqualTo(11L * BLOCK);
        assertThat(rig.outcome(big).bytesResent()).isEqualTo(BLOCK);
        assertThat(rig.outcome(small).bytesMoved()).isEqualTo(1400);
        assertThat(rig.outcome(small).bytesResent()).isEqualTo(700);
        rig.stop();
    }

    @Test
    void aBlockThatIsAlwaysDamagedEndsItsFileAfterFiveTriesAndNothingIsPlaced() {
        FileEntry big = rig.tree.addFile("big", 10 * BLOCK);
        FileEntry small = rig.tree.addFile("small", 700);
        FileEntry good = rig.tree.addFile("good", 3 * BLOCK);
        rig.start();
        rig.source.faults().flips = tag -> !tag.file().equals(good.file())
                && (tag.range().offset() == 3L * BLOCK || tag.file().equals(small.file()));
        rig.runToEnd();
        for (FileEntry bad : List.of(big, small)) {
            assertFailed(bad, ErrorCode.CHECKSUM_MISMATCH);
            assertThat(rig.store.status(bad.destination())).isEmpty();
        }
        assertThat(rig.bytesSent(small)).isEqualTo(5 * 700);
        rig.assertSame(good);
        rig.stop();
    }

    @Test
    void aSourceThatChangedOnceIsMovedInItsNewVersion() {
        FileEntry big = rig.tree.addFile("big", 20 * BLOCK);
        FileEntry small = rig.tree.addFile("small", 500);
        int[] reads = new int[1];
        rig.start();
        rig.source.faults().beforeRead = path -> {
            if (path.equals(big.source()) && ++reads[0] == 7) rig.tree.rewrite(path, 13 * BLOCK + 1, 5);
            if (path.equals(small.source()) && rig.tree.file(path).content.length == 500) {
                rig.tree.rewrite(path, 600, 5);
            }
        };
        rig.runToEnd();
        rig.assertArrived();
        rig.stop();
    }

    @Test
    void aChangeThatSeveralRequestsTellOfCountsOnceAndBeginsTheFileAnewOnce() {
        FileEntry big = rig.tree.addFile("big", 20 * BLOCK);
        int[] reads = new int[1];
        rig.start();
        rig.source.faults().isFailingTogether = true;
        rig.source.faults().beforeRead = path -> {
            if (++reads[0] == 7 || reads[0] == 15) rig.tree.rewrite(path, 20 * BLOCK, reads[0]);
        };
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.bytesSent(big)).isLessThan(50L * BLOCK);
        rig.stop();
    }

    @Test
    void aFileWhoseEndWasLostIsPlacedOnlyIfTheSourceIsStillTheSame() {
        FileEntry changed = rig.tree.addFile("changed", 2 * BLOCK);
        FileEntry same = rig.tree.addFile("same", 2 * BLOCK);
        rig.start();
        rig.source.faults().losesEnd = path -> {
            if (path.equals(same.source())) return true;
            if (rig.tree.file(path).content.length != 2 * BLOCK) return false;
            rig.tree.rewrite(path, 3 * BLOCK, 1);
            return true;
        };
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.outcome(changed).bytesMoved()).isEqualTo(5L * BLOCK);
        assertThat(rig.outcome(same).bytesMoved()).isEqualTo(2L * BLOCK);
        rig.stop();
    }

    @Test
    void aSourceThatGoesOnChangingFailsAndNothingIsPlaced() {
        FileEntry big = rig.tree.addFile("big", 20 * BLOCK);
        int[] reads = new int[1];
        rig.start();
        rig.source.faults().beforeRead = path -> {
            if (++reads[0] % 5 == 0) rig.tree.rewrite(path, 20 * BLOCK, reads[0]);
        };
        rig.runToEnd();
        assertFailed(big, ErrorCode.SOURCE_CHANGED);
        assertThat(rig.store.status(big.destination())).isEmpty();
        rig.stop();
    }

    @Test
    void aSourceThatIsGoneFails() {
        FileEntry entry = rig.tree.addFile("gone", 2 * BLOCK);
        rig.tree.remove(entry.source());
        rig.start();
        rig.runToEnd();
        assertFailed(entry, ErrorCode.SOURCE_NOT_FOUND);
        rig.stop();
    }

    @Test
    void aReadErrorIsTriedAgainAndEndsOneFileOnlyWhenItStays() {
        FileEntry twice = rig.tree.addFile("twice", 10 * BLOCK);
        FileEntry always = rig.tree.addFile("always", 10 * BLOCK);
        FileEntry small = rig.tree.addFile("small", 100);
        FileEntry good = rig.tree.addFile("good", 10 * BLOCK);
        MoverException reason = new MoverException(ErrorCode.SOURCE_READ_ERROR, "pread at 17 said EIO");
        rig.start();
        rig.source.faults().fail(twice.source(), 2, reason);
        rig.source.faults().fail(small.source(), 1, reason);
        rig.source.faults().fail(always.source(), Integer.MAX_VALUE, reason);
        rig.runToEnd();
        assertFailed(always, ErrorCode.SOURCE_READ_ERROR);
        for (FileEntry entry : List.of(twice, small, good)) rig.assertSame(entry);
        assertThat(rig.outcome(always).reason().detail()).contains("pread at 17");
        rig.stop();
    }

    @Test
    void aFileThatIsBeingStagedWaitsAtOnceHoweverOftenThatHappened() {
        FileEntry staged = rig.tree.addFile("staged", BLOCK);
        FileEntry good = rig.tree.addFile("good", BLOCK);
        rig.start();
        rig.source
                .faults()
                .fail(staged.source(), Integer.MAX_VALUE, new MoverException(ErrorCode.BEING_STAGED, "on tape"));
        rig.source.stagedFor = Duration.ofMinutes(7);
        rig.runToEnd();
        FileOutcome outcome = rig.waiting.get(staged.file());
        assertThat(outcome.reason().code()).isEqualTo(ErrorCode.BEING_STAGED);
        assertThat(rig.source.wants().get(staged.file())).isEqualTo(1);
        Instant now = rig.time.clock().instant();
        assertThat(outcome.retryAt()).isBetween(now.plus(Duration.ofMinutes(6)), now.plus(Duration.ofMinutes(9)));
        rig.assertSame(good);
        rig.stop();
    }

    @Test
    void aPassingErrorThatStaysLetsTheFileWaitForALaterRun() {
        FileEntry busy = rig.tree.addFile("busy", 10 * BLOCK);
        FileEntry good = rig.tree.addFile("good", BLOCK);
        rig.start();
        rig.source
                .faults()
                .fail(busy.source(), Integer.MAX_VALUE, new MoverException(ErrorCode.TIMED_OUT, "no answer"));
        rig.runToEnd();
        FileOutcome outcome = rig.waiting.get(busy.file());
        assertThat(outcome.state()).isEqualTo(FileState.WAITING);
        assertThat(outcome.retryAt()).isAfter(rig.time.clock().instant());
        rig.assertSame(good);
        rig.settle();
        assertThat(rig.chunksEnded).containsExactly(0);
        rig.stop();

        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        rig.stop();
    }

    @Test
    void bytesThatWereToldWhenAFileBeganToWaitAreNotToldAgain() {
        FileEntry busy = rig.tree.addFile("busy", 100 * BLOCK);
        rig.start();
        rig.runUntil(() -> rig.source.bytesSentTotal() > 40L * BLOCK);
        rig.source
                .faults()
                .fail(busy.source(), Integer.MAX_VALUE, new MoverException(ErrorCode.TIMED_OUT, "no answer"));
        rig.runToEnd();
        FileOutcome first = rig.waiting.get(busy.file());
        assertThat(first.bytesMoved()).isPositive();
        rig.settle();
        rig.stop();

        rig.tree.replaceEntry(new FileEntry(
                busy.file(),
                busy.source(),
                busy.destination(),
                busy.listed(),
                Optional.empty(),
                new EarlierRuns(1, first.bytesMoved(), first.bytesResent())));
        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        FileOutcome second = rig.outcome(busy);
        assertThat(first.bytesMoved() + second.bytesMoved()).isEqualTo(rig.bytesSent(busy));
        assertThat(first.bytesMoved() + second.bytesMoved() - first.bytesResent() - second.bytesResent())
                .as("each byte once")
                .isEqualTo(100L * BLOCK);
        rig.stop();
    }

    @Test
    void aFileThatHasWaitedTooOftenFails() {
        FileEntry busy = rig.tree.addFile("busy", 10 * BLOCK);
        rig.tree.replaceEntry(new FileEntry(
                busy.file(),
                busy.source(),
                busy.destination(),
                busy.listed(),
                Optional.empty(),
                new EarlierRuns(7, 0, 0)));
        rig.start();
        rig.source
                .faults()
                .fail(busy.source(), Integer.MAX_VALUE, new MoverException(ErrorCode.TIMED_OUT, "no answer"));
        rig.runToEnd();
        assertFailed(busy, ErrorCode.TIMED_OUT);
        rig.stop();
    }

    @Test
    void aFullDiskStopsTheSessionOnceAndAfterwardsOnlyWhatIsMissingIsSent() {
        FileEntry first = rig.tree.addFile("first", 10 * BLOCK);
        FileEntry second = rig.tree.addFile("second", 40 * BLOCK);
        rig.store.faults().spaceBytes(30L * BLOCK);
        rig.start();
        rig.runUntil(() -> !rig.blocked.isEmpty());
        rig.settle();
        assertThat(rig.blocked).hasSize(1);
        assertThat(rig.blocked.get(0).code()).isEqualTo(ErrorCode.NO_SPACE);
        assertThat(rig.blocked.get(0).detail()).contains("bytes are needed").contains("are free");
        assertThat(rig.source.bytesSentTotal()).isLessThanOrEqualTo(50L * BLOCK);
        rig.stop();

        rig.store.faults().spaceBytes(Long.MAX_VALUE);
        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.outcome(second).bytesMoved()).isBetween(40L * BLOCK, rig.bytesSent(second));
        assertThat(rig.bytesSent(second)).isLessThanOrEqualTo(60L * BLOCK);
        assertThat(rig.outcome(first).state()).isEqualTo(FileState.DONE);
        rig.stop();
    }

    @Test
    void aFailedSyncSendsTheFileAgainIntoANewOne() {
        FileEntry entry = rig.tree.addFile("f", 2 * BLOCK);
        rig.start();
        rig.runUntil(() -> !rig.store.calls(Kind.CREATE).isEmpty() && rig.source.bytesSentTotal() > 0);
        rig.store.faults().failNextForce();
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.outcome(entry).bytesMoved()).isEqualTo(4L * BLOCK);
        assertThat(rig.outcome(entry).bytesResent()).isEqualTo(2L * BLOCK);
        assertThat(rig.store.calls(Kind.CREATE))
                .extracting(Object::toString)
                .anyMatch(call -> call.contains("1-1.part"))
                .anyMatch(call -> call.contains("1-2.part"));
        rig.stop();
    }

    @Test
    void theLossOfTheSourceIsToldOnceAndFilesStayAsTheyAre() {
        FileEntry entry = rig.tree.addFile("f", 50 * BLOCK);
        rig.start();
        rig.runUntil(() -> rig.source.bytesSentTotal() > 10L * BLOCK);
        rig.source.giveUp(new MoverException(ErrorCode.PEER_UNREACHABLE, "no answer"));
        rig.settle();
        assertThat(rig.lost).hasSize(1);
        assertThat(rig.ended).isEmpty();
        assertThat(rig.waiting).isEmpty();
        rig.stop();

        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.outcome(entry).bytesResent()).isZero();
        rig.stop();
    }

    @Test
    void aFailedJournalLetsItsFilesWait() {
        FileEntry entry = rig.tree.addFile("f", 20 * BLOCK);
        rig.start();
        rig.runUntil(() -> rig.source.bytesSentTotal() > 2L * BLOCK);
        rig.store.faults().beforeCall(call -> {
            boolean isJournal = call.what().contains("journal");
            if (isJournal && call.kind() == Kind.WRITE) throw new MoverException(ErrorCode.WRITE_ERROR, "EIO");
        });
        rig.runToEnd();
        assertThat(rig.waiting.get(entry.file()).reason().code()).isEqualTo(ErrorCode.WRITE_ERROR);
        rig.store.faults().beforeCall(call -> {});
        rig.stop();
        rig.start();
        rig.runToEnd();
        rig.assertArrived();
        rig.stop();
    }

    @Test
    void refusedCredentialsOfTheSourceBlockTheSessionAndFailNoFile() {
        FileEntry entry = rig.tree.addFile("file", 10 * BLOCK);
        rig.start();
        MoverException expired = new MoverException(ErrorCode.PERMISSION, "GetObject of file was refused");
        rig.source.faults().fail(entry.source(), 1, expired);
        rig.runUntil(() -> !rig.blocked.isEmpty());
        assertThat(rig.blocked.get(0).code()).isEqualTo(ErrorCode.PERMISSION);
        assertThat(rig.outcome(entry)).isNull();
        rig.stop();
        rig.start();
        rig.runToEnd();
        rig.assertSame(entry);
        rig.stop();
    }

    private void assertFailed(FileEntry entry, ErrorCode code) {
        FileOutcome outcome = rig.outcome(entry);
        assertThat(outcome).as("outcome of %s", entry.source()).isNotNull();
        assertThat(outcome.state()).isEqualTo(FileState.FAILED);
        assertThat(outcome.reason().code()).isEqualTo(code);
    }
}
