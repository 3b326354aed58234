package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A writer of one thread of each kind over a store in memory, that is told what to do call by call, and what it tells, in words. */
@Timeout(60)
abstract class WriterFixture implements DurabilityListener {
    static final JobId JOB = new JobId(7);
    static final FileId FILE = new FileId(1);
    static final Epoch EPOCH = new Epoch(1);
    static final int BLOCK = 4096;
    static final MarkPolicy MARKS = new MarkPolicy(4 * BLOCK, Duration.ofSeconds(2), 8 * BLOCK);
    static final StorePath PATH = StorePath.ofUtf8("tas.nc");
    static final String TEMPORARY = "1-1.part";
    static final long SIZE = 12 * BLOCK;
    private static final int LEASES = 16;

    final MemoryStore store = new MemoryStore();
    final WorkArea area = store.workArea(JOB);
    final TransferJournal journal = TransferJournal.open(area, JOB, ChunkRight.endless(0));
    final BlockCache cache;
    final CacheShare share;
    final ManualTimer timer = new ManualTimer();
    final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    final DiskBlockWriter writer;
    final CountDownLatch isMarking = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);
    volatile OpenedFile opened;
    volatile List<WrittenFile> written = List.of();
    volatile Runnable beforeMark = () -> {};

    WriterFixture() {
        this(BLOCK, MARKS);
    }

    WriterFixture(int blockBytes, MarkPolicy marks) {
        cache = new BlockCache(LEASES, blockBytes);
        share = cache.share(new CacheQuota("test", 0, LEASES));
        MarkOrder order = (run, workArea) -> {
            beforeMark.run();
            MarkOrder.SYNC_THEN_MARK.run(run, workArea);
        };
        writer = new DiskBlockWriter(
                area,
                new WriterSettings(1, 1, 1, marks),
                this,
                timer,
                new WriterContext.Discipline(BlockCheck.CRC32C, order));
    }

    @AfterEach
    void close() {
        writer.close();
        for (WrittenFile file : written) file.temporary().close();
        journal.close();
        timer.shutdownNow();
        assertThat(cache.blocksFree()).isEqualTo(LEASES);
        assertThat(store.openFiles()).isEmpty();
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("nobody came");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void assertEnds(CompletionStage<Void> stage) {
        assertThat(stage).succeedsWithin(Duration.ofSeconds(20));
    }

    static FileVersion version(long size) {
        return new FileVersion(size, Instant.EPOCH, Instant.EPOCH, 3);
    }

    FileToWrite file(FileId id, Epoch epoch, long size) {
        return new FileToWrite(id, epoch, version(size), PATH, journal);
    }

    static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    static int crc32c(byte[] content, ByteRange range) {
        return RunningDigest.crc32c(ByteBuffer.wrap(content, (int) range.offset(), (int) range.length()));
    }

    static ByteRange block(int number) {
        return new ByteRange((long) number * BLOCK, BLOCK);
    }

    /** Opens a file of so many bytes and waits for it. */
    void open(long size) {
        writer.open(file(FILE, EPOCH, size));
        assertThat(next()).isEqualTo("opened 1-1");
    }

    /** Sends a range with the byte 1 everywhere. */
    void write(ByteRange range) {
        Loan loan = share.tryLend();
        byte[] ones = new byte[(int) range.length()];
        Arrays.fill(ones, (byte) 1);
        loan.payload(0, ones.length).put(ones);
        writer.write(new BlockTag(FILE, EPOCH, range, RunningDigest.crc32c(ByteBuffer.wrap(ones))), loan);
    }

    /** As {@link #write}, and waits until it was told as new. */
    void written(ByteRange range) {
        write(range);
        assertThat(next()).isEqualTo("written " + range + " new " + range.length());
    }

    void holdMarks() {
        beforeMark = () -> {
            isMarking.countDown();
            await(go);
        };
    }

    List<String> calls(StoreCall.Kind kind, String name) {
        return store.calls(kind).stream()
                .map(StoreCall::what)
                .filter(what -> what.endsWith(name))
                .toList();
    }

    /** What the journal tells when the process dies now. */
    FileHistory history() {
        try (TransferJournal again = TransferJournal.open(area, JOB, ChunkRight.endless(0))) {
            return again.histories().get(FILE);
        }
    }

    void fourBlocksAreMarked() {
        for (int i = 0; i < 4; i++) written(block(i));
        assertThat(next()).isEqualTo("durable " + 4 * BLOCK);
    }

    String next() {
        try {
            String next = told.poll(10, TimeUnit.SECONDS);
            assertThat(next).as("what is told").isNotNull();
            return next;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void onOpened(OpenedFile file) {
        opened = file;
        told.add("opened " + file.file().number() + "-" + file.epoch().number());
    }

    @Override
    public void onWritten(BlockTag tag, Loan loan, long bytesNew) {
        loan.release();
        told.add("written " + tag.range() + " new " + bytesNew);
    }

    @Override
    public void onZeroWritten(FileId file, Epoch epoch, ByteRange range, long bytesNew) {
        told.add("zero " + range + " new " + bytesNew);
    }

    @Override
    public void onRefused(BlockTag tag, Refusal why) {
        told.add("refused " + why);
    }

    @Override
    public void onDurable(FileId file, Epoch epoch, long bytesDurable) {
        told.add("durable " + bytesDurable);
    }

    @Override
    public void onCompleted(WrittenFile file) {
        written = List.of(file);
        told.add("completed " + file.file().number());
    }

    @Override
    public void onPieces(List<WrittenFile> pieces) {
        written = pieces;
        told.add("pieces "
                + pieces.stream().map(piece -> piece.file().number()).sorted().toList());
    }

    @Override
    public void onPackRefused(PackToWrite pack) {
        told.add("pack refused");
    }

    @Override
    public void onFailed(FileId file, Epoch epoch, MoverException reason) {
        told.add("failed " + file.number() + "-" + epoch.number() + " " + reason.code());
    }
}
