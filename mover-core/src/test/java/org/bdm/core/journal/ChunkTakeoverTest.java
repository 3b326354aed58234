package org.bdm.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A chunk goes from a process that may wake again to the next holder. */
class ChunkTakeoverTest {
    private static final JobId JOB = new JobId(5);
    private static final FileId FILE = new FileId(77);
    private static final FileId OF_ANOTHER_CHUNK = new FileId(200);
    private static final Epoch FIRST = new Epoch(1);
    private static final Instant MODIFIED = Instant.parse("2018-08-03T10:11:12Z");
    private static final FileVersion SOURCE = new FileVersion(3000, MODIFIED, MODIFIED, 4);
    private static final StorePath PATH = StorePath.ofUtf8("tas.nc");

    private final MemoryStore store = new MemoryStore();
    private final WorkArea area = store.workArea(JOB);

    private static ChunkRight lease(int number) {
        return ChunkRight.leased(
                new ChunkRight.Leased(2, number, new FileId(1), new FileId(100)), false, System::nanoTime);
    }

    private TransferJournal open(int lease) {
        return TransferJournal.open(area, JOB, lease(lease));
    }

    /** A holder with one file under way: made, one block durable. */
    private TransferJournal begun(int lease) {
        TransferJournal journal = open(lease);
        WritableFile temporary = area.create(journal.temporaryName(FILE, FIRST));
        temporary.write(0, ByteBuffer.wrap("temperature".getBytes(StandardCharsets.US_ASCII)));
        temporary.force();
        temporary.close();
        journal.append(new JournalRecord.FileOpened(FILE, FIRST, 9, SOURCE));
        journal.append(block(0));
        journal.append(new JournalRecord.BlocksDurable(FILE, FIRST, journal.position()));
        journal.sync();
        return journal;
    }

    private static JournalRecord.BlockReceived block(long offset) {
        return new JournalRecord.BlockReceived(FILE, FIRST, new ByteRange(offset, 1000), (int) offset);
    }

    private static void assertStale(Runnable step) {
        assertThatThrownBy(step::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STALE_LEASE));
    }

    @Test
    void namesTellTheLease() {
        try (TransferJournal journal = begun(1)) {
            assertThat(area.names()).containsExactlyInAnyOrder("chunk-2.1.journal", "77-1-1.part");
            assertThat(journal.temporaryName(FILE, FIRST)).isEqualTo("77-1-1.part");
        }
    }

    @Test
    void nextHolderKnowsWhatIsDurable() {
        begun(1).close();
        try (TransferJournal next = open(2)) {
            assertThat(next.histories().get(FILE).durable())
                    .containsExactly(new DurableBlock(new ByteRange(0, 1000), OptionalInt.of(0)));
            assertThat(area.names()).containsExactlyInAnyOrder("chunk-2.2.journal", "77-1-2.part");
            assertThat(area.open(next.temporaryName(FILE, FIRST))).isPresent();
        }
    }

    @Test
    void formerHolderFindsNothingToPlace() {
        try (TransferJournal former = begun(1);
                TransferJournal next = open(2)) {
            assertThatThrownBy(() -> area.place(former.temporaryName(FILE, FIRST), PATH, PlaceMode.NEW))
                    .isInstanceOf(MoverException.class);
            assertThat(store.status(PATH)).isEmpty();
            assertThat(next.histories()).containsOnlyKeys(FILE);
        }
    }

    @Test
    void recordsOfTheFormerHolderDoNotReachTheJournalOfTheNext() {
        try (TransferJournal former = begun(1);
                TransferJournal next = open(2)) {
            former.append(block(1000));
            former.append(new JournalRecord.BlocksDurable(FILE, FIRST, former.position()));
            former.sync();
            next.append(block(2000));
        }
        assertThat(open(2).histories().get(FILE).durable())
                .containsExactly(new DurableBlock(new ByteRange(0, 1000), OptionalInt.of(0)));
    }

    @Test
    void holderThatWasOvertakenCannotOpenItsChunkAgain() {
        begun(1).close();
        open(3).close();
        assertStale(() -> open(2));
        assertStale(() -> TransferJournal.recorded(area, JOB, lease(2)));
    }

    @Test
    void whatAnEarlierVersionLeftIsTakenOver() {
        WritableFile temporary = area.create("77-1.part");
        temporary.close();
        TransferJournal former = TransferJournal.open(area, JOB, ChunkRight.endless(2));
        former.append(new JournalRecord.FileOpened(FILE, FIRST, temporary.inode(), SOURCE));
        former.close();

        assertThat(open(4).histories()).containsOnlyKeys(FILE);
        assertThat(area.names()).containsExactlyInAnyOrder("chunk-2.4.journal", "77-1-4.part");
    }

    @Test
    void fileOfAHolderThatMayWakeIsLeftToBeCopied() {
        begun(1).close();
        ChunkRight second =
                ChunkRight.leased(new ChunkRight.Leased(2, 2, new FileId(1), new FileId(100)), true, System::nanoTime);
        TransferJournal.open(area, JOB, second).close();
        assertThat(area.names()).containsExactlyInAnyOrder("chunk-2.2.journal", "77-1-2.left");

        open(3).close();
        assertThat(area.names()).as("also for the holder after that").contains("77-1-3.left");
    }

    @Test
    void filesOfOtherChunksKeepTheirNames() {
        area.create(TemporaryName.of(OF_ANOTHER_CHUNK, FIRST, 1)).close();
        TransferJournal.open(
                        area,
                        JOB,
                        ChunkRight.leased(
                                new ChunkRight.Leased(3, 1, OF_ANOTHER_CHUNK, OF_ANOTHER_CHUNK),
                                false,
                                System::nanoTime))
                .close();
        begun(1).close();
        open(2).close();
        assertThat(area.names()).contains("200-1-1.part", "chunk-3.1.journal");
    }

    @Test
    void fileThatAnOvertakenHolderMadeAnewIsDeleted() {
        begun(1).close();
        open(2).close();
        area.create(TemporaryName.of(FILE, FIRST, 1)).close(); // it is slow and does not know yet
        open(3).close();
        assertThat(area.names()).containsExactlyInAnyOrder("chunk-2.3.journal", "77-1-3.part");
    }

    @Test
    void lookWithoutGoingOnAlsoStopsTheFormerHolder() {
        try (TransferJournal former = begun(1)) {
            Map<FileId, FileHistory> found = TransferJournal.recorded(area, JOB, lease(2));
            assertThat(found).containsOnlyKeys(FILE);
            assertThat(area.names()).containsExactlyInAnyOrder("chunk-2.1.journal", "77-1-2.part");
            assertThat(area.open(former.temporaryName(FILE, FIRST))).isEmpty();
        }
    }

    @Test
    void damagedJournalOfTheFormerHolderIsSaidAndThrownAway() {
        try (WritableFile damaged = area.create("chunk-2.1.journal")) {
            damaged.write(0, ByteBuffer.wrap(new byte[100]));
        }
        try (TransferJournal next = open(2)) {
            assertThat(next.damage()).isPresent();
            assertThat(next.histories()).isEmpty();
        }
    }

    /** Whatever step the next holder dies at, the one after it knows as much, and nobody before can place. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void deathOfTheNextHolderLosesNothing(int step) {
        TransferJournal former = begun(1);
        int[] calls = {0};
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.RENAME
                    && call.kind() != StoreCall.Kind.CREATE
                    && call.kind() != StoreCall.Kind.WRITE
                    && call.kind() != StoreCall.Kind.FORCE
                    && call.kind() != StoreCall.Kind.FORCE_AREA
                    && call.kind() != StoreCall.Kind.DELETE) return;
            if (++calls[0] == step) throw new IllegalStateException("dead");
        });
        try {
            open(2).close();
        } catch (IllegalStateException dead) {
            assertThat(dead).hasMessage("dead");
        }
        store.faults().beforeCall(call -> {});
        former.close();

        try (TransferJournal next = open(3)) {
            assertThat(next.histories().get(FILE).durable())
                    .containsExactly(new DurableBlock(new ByteRange(0, 1000), OptionalInt.of(0)));
            assertThat(area.names())
                    .contains("chunk-2.3.journal", "77-1-3.part")
                    .hasSizeLessThanOrEqualTo(3);
        }
    }
}
