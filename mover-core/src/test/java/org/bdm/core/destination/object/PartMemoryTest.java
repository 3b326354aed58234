package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.destination.Destination;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.FileToWrite;
import org.bdm.core.writer.PackToWrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory of parts: nobody waits in it for ever. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a writer that closes ignores interrupts
class PartMemoryTest {
    private final ObjectPlaceOfTest place = new ObjectPlaceOfTest(new JobId(7), 1000);
    private final BlockCache cache = new BlockCache(4, 4096);

    private PackToWrite pack(TransferJournal journal) {
        byte[] small = new byte[100];
        Loan loan = cache.share(new CacheQuota("test", 0, 4)).tryLend();
        loan.payload(0, small.length).put(small);
        PackToWrite.PackPiece piece = new PackToWrite.PackPiece(
                new FileId(1),
                new Epoch(1),
                small.length,
                ChecksumAlgorithm.SHA256,
                Optional.empty(),
                StorePath.ofUtf8("d/f.nc"),
                journal);
        int crc = RunningDigest.crc32c(ByteBuffer.wrap(small));
        return new PackToWrite(loan, crc, small.length, 0, List.of(piece));
    }

    @Test
    void allocationThatFailsTakesNothing() {
        PartMemory memory = new PartMemory(Long.MAX_VALUE);
        assertThatThrownBy(() -> memory.tryTake(Integer.MAX_VALUE)).isInstanceOf(OutOfMemoryError.class);
        assertThat(memory.bytesUsed()).isZero();
    }

    private static byte[] taken(PartMemory memory, int bytes, List<PartBuffer> held) {
        PartBuffer buffer = memory.tryTake(bytes).orElseThrow();
        held.add(buffer);
        return buffer.array();
    }

    @Test
    void buffersAreUsedAgainForShorterPartsUntilNothingIsUsed() {
        PartMemory memory = new PartMemory(8 << 20);
        List<PartBuffer> held = new ArrayList<>();
        byte[] small = taken(memory, 1 << 20, held);
        byte[] large = taken(memory, 3 << 20, held);
        byte[] first = taken(memory, 2 << 20, held);
        held.remove(2).free();
        held.remove(1).free();
        byte[] again = taken(memory, (2 << 20) - 5, held);
        assertThat(again).isSameAs(first);
        assertThat(held.get(1).isFull()).isFalse();
        held.get(1).put(ByteBuffer.allocate(2 << 20));
        assertThat(held.get(1).length()).isEqualTo((2 << 20) - 5);
        assertThat(memory.bytesUsed()).isEqualTo(3 << 20);
        assertThat(taken(memory, 100, held)).isNotSameAs(large).hasSize(100);
        assertThat(taken(memory, 3 << 20, held)).isSameAs(large);
        held.forEach(PartBuffer::free);
        assertThat(memory.bytesUsed()).isZero();
        assertThat(taken(memory, 1 << 20, held)).isNotSameAs(small).hasSize(1 << 20);
    }

    @Test
    void onlyAsManySpareBuffersGoAsTheLimitAsksFor() {
        PartMemory memory = new PartMemory(5 << 20);
        List<PartBuffer> held = new ArrayList<>();
        taken(memory, 1 << 20, held);
        byte[] oldest = taken(memory, 1 << 20, held);
        byte[] kept = taken(memory, 1 << 20, held);
        held.remove(1).free();
        held.remove(1).free();
        taken(memory, 3 << 20, held);
        assertThat(taken(memory, 1 << 20, held)).isSameAs(kept).isNotSameAs(oldest);
        assertThat(memory.bytesUsed()).isEqualTo(5 << 20);
    }

    private FileToWrite file(int number, long bytes, TransferJournal journal) {
        FileVersion version = new FileVersion(bytes, Instant.EPOCH, Instant.EPOCH, number);
        return new FileToWrite(new FileId(number), new Epoch(1), version, StorePath.ofUtf8("d/" + number), journal);
    }

    @Test
    void filesAreOpenedWhileTheirPartsFitIntoTheMemory() {
        EndsHeard heard = new EndsHeard();
        ObjectPlaceOfTest large = new ObjectPlaceOfTest(new JobId(7), 300_000); // of a memory of 1 MiB
        Destination destination = large.destination();
        try (TransferJournal journal = destination.journal(ChunkRight.endless(0));
                BlockWriter writer = destination.writer(heard);
                BlockWriter other = destination.writer(new EndsHeard())) {
            int opened = 0;
            while (writer.mayOpen()) writer.open(file(++opened, 10_000_000, journal));
            assertThat(opened).isEqualTo(4);
            assertThat(other.mayOpen()).as("one file of each writer").isTrue();
            other.open(file(9, 10, journal));
            assertThat(other.mayOpen()).isFalse();
            writer.discard(new FileId(1), new Epoch(1), BlockWriter.Leftover.DELETE);
            await().until(writer::mayOpen);
            assertThat(other.mayOpen()).isTrue();
        }
        assertThat(large.memory().isPromisable()).isTrue();
    }

    @Test
    void fileThatCannotBeOpenedNeedsNoMemory() {
        EndsHeard heard = new EndsHeard();
        Destination destination = place.destination();
        try (TransferJournal journal = destination.journal(ChunkRight.endless(0));
                BlockWriter writer = destination.writer(heard)) {
            writer.open(file(1, Long.MAX_VALUE / 2, journal));
            writer.open(file(2, 2_000_000, journal));
            await().until(place.memory()::isPromisable);
            assertThat(heard.failure()).isNotNull();
        }
    }

    @Test
    void smallFilesHoldTheBlockOfTheirPackAndNoMemoryOfParts() {
        EndsHeard heard = new EndsHeard();
        Destination destination = place.destination();
        try (TransferJournal journal = destination.journal(ChunkRight.endless(0));
                BlockWriter writer = destination.writer(heard)) {
            writer.writePack(pack(journal));
            IncomingFile whole = heard.completed().temporary();
            assertThat(place.memory().bytesUsed()).isZero();
            ByteBuffer read = ByteBuffer.allocate(200);
            assertThat(whole.read(0, read)).isEqualTo(100);
            assertThat(cache.blocksFree()).isEqualTo(3);
            whole.close();
            whole.close();
            await().until(() -> cache.blocksFree() == 4);
        }
    }
}
