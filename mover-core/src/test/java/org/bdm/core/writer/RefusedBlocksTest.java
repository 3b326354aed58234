package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a writer never writes, whatever a source sends. */
@Timeout(60)
class RefusedBlocksTest {
    private static final JobId JOB = new JobId(7);
    private static final FileId FILE = new FileId(1);
    private static final Epoch EPOCH = new Epoch(2);
    private static final int BLOCK = 4096;
    private static final long SIZE = 5000;

    private final MemoryStore store = new MemoryStore();
    private final WorkArea area = store.workArea(JOB);
    private final TransferJournal journal = TransferJournal.open(area, JOB, ChunkRight.endless(0));
    private final BlockCache cache = new BlockCache(4, BLOCK);
    private final CacheShare share = cache.share(new CacheQuota("test", 0, 4));
    private final ManualTimer timer = new ManualTimer();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final DurabilityListener listener = (DurabilityListener) Proxy.newProxyInstance(
            DurabilityListener.class.getClassLoader(),
            new Class<?>[] {DurabilityListener.class},
            (proxy, method, all) -> {
                for (Object argument : all) if (argument instanceof Loan loan) loan.release();
                Object last = all[all.length - 1];
                told.add(method.getName() + (method.getName().equals("onRefused") ? " " + last : ""));
                return null;
            });
    private final DiskBlockWriter writer = new DiskBlockWriter(area, WriterSettings.DEFAULT, listener, timer);

    @BeforeEach
    void open() throws InterruptedException {
        FileVersion source = new FileVersion(SIZE, Instant.EPOCH, Instant.EPOCH, 3);
        writer.open(new FileToWrite(FILE, EPOCH, source, StorePath.ofUtf8("a"), journal));
        assertThat(next()).isEqualTo("onOpened");
    }

    @AfterEach
    void close() {
        writer.close();
        journal.close();
        timer.shutdownNow();
        assertThat(cache.blocksFree()).isEqualTo(4);
    }

    private String next() throws InterruptedException {
        return told.poll(10, TimeUnit.SECONDS);
    }

    private String afterWriting(Epoch epoch, long offset, int length) throws InterruptedException {
        Loan loan = share.tryLend();
        int crc = RunningDigest.crc32c(loan.payload(0, length));
        writer.write(new BlockTag(FILE, epoch, new ByteRange(offset, length), crc), loan);
        return next();
    }

    private long sizeOfTemporary() {
        return area.open("1-2.part").orElseThrow().size();
    }

    @Test
    void blockThatReachesBeyondTheEndOfItsFileIsRefusedAndTheFileDoesNotGrow() throws InterruptedException {
        assertThat(afterWriting(EPOCH, BLOCK, (int) SIZE - BLOCK + 1)).isEqualTo("onRefused BEYOND_END");
        assertThat(afterWriting(EPOCH, SIZE, 1)).isEqualTo("onRefused BEYOND_END");
        assertThat(sizeOfTemporary()).isEqualTo(SIZE);
        assertThat(afterWriting(EPOCH, BLOCK, (int) SIZE - BLOCK)).isEqualTo("onWritten");
    }

    @Test
    void blockOfAnotherEpochIsRefused() throws InterruptedException {
        assertThat(afterWriting(new Epoch(1), 0, BLOCK)).isEqualTo("onRefused NOT_OPEN");
        assertThat(afterWriting(new Epoch(3), 0, BLOCK)).isEqualTo("onRefused NOT_OPEN");
    }

    @Test
    void zerosThatReachBeyondTheEndOfTheirFileFailIt() throws InterruptedException {
        writer.writeZero(FILE, EPOCH, new ByteRange(BLOCK, SIZE - BLOCK + 1));
        assertThat(next()).isEqualTo("onFailed");
        assertThat(sizeOfTemporary()).isEqualTo(SIZE);
    }
}
