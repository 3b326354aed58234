package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.destination.Destination;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
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

    @Test
    void closingAWriterDoesNotWaitForMemoryThatIsGivenBackOnlyAfterwards() {
        PartBuffer held = place.memory().tryTake(1 << 20).orElseThrow();
        held.seal();
        EndsHeard heard = new EndsHeard();
        Destination destination = place.destination();
        try (TransferJournal journal = destination.journal(ChunkRight.endless(0))) {
            BlockWriter writer = destination.writer(heard);
            writer.writePack(pack(journal));
            writer.close();
        }
        held.free();
        assertThat(heard.failure())
                .isInstanceOfSatisfying(
                        FinishResult.Failed.class,
                        failed -> assertThat(failed.reason().code()).isEqualTo(ErrorCode.STOPPING));
        assertThat(place.memory().bytesUsed()).isZero();
        assertThat(cache.blocksFree()).isEqualTo(4);
    }
}
