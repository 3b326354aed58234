package org.bdm.core.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.OpenedFile;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.WrittenFile;

/** Keeps what a writer and a finisher tell until a test asks for it. Any thread. */
final class HeardByTest implements DurabilityListener, FinishListener {
    private final BlockingQueue<OpenedFile> opened = new LinkedBlockingQueue<>();
    private final BlockingQueue<WrittenFile> completed = new LinkedBlockingQueue<>();
    private final BlockingQueue<FinishResult> ended = new LinkedBlockingQueue<>();
    private final BlockingQueue<Refusal> refused = new LinkedBlockingQueue<>();
    private final Map<FileId, Long> durable = new ConcurrentHashMap<>();
    private final AtomicLong bytesNew = new AtomicLong();

    private static <T> T next(BlockingQueue<T> of) {
        try {
            T next = of.poll(20, TimeUnit.SECONDS);
            assertThat(next).as("what is told").isNotNull();
            return next;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    OpenedFile opened() {
        return next(opened);
    }

    WrittenFile completed() {
        return next(completed);
    }

    FinishResult ended() {
        return next(ended);
    }

    Refusal refused() {
        return next(refused);
    }

    /** Bytes that a mark covers. */
    long durable(FileId file) {
        return durable.getOrDefault(file, 0L);
    }

    /** Bytes that were written and not there before, of all files. */
    long bytesNew() {
        return bytesNew.get();
    }

    @Override
    public void onOpened(OpenedFile file) {
        opened.add(file);
    }

    @Override
    public void onWritten(BlockTag tag, Loan loan, long fresh) {
        loan.release();
        bytesNew.addAndGet(fresh);
    }

    @Override
    public void onZeroWritten(FileId file, Epoch epoch, ByteRange range, long fresh) {
        bytesNew.addAndGet(fresh);
    }

    @Override
    public void onRefused(BlockTag tag, Refusal why) {
        refused.add(why);
    }

    @Override
    public void onDurable(FileId file, Epoch epoch, long bytesDurable) {
        durable.merge(file, bytesDurable, Math::max);
    }

    @Override
    public void onCompleted(WrittenFile written) {
        completed.add(written);
    }

    @Override
    public void onPieces(List<WrittenFile> written) {
        completed.addAll(written);
    }

    @Override
    public void onPackRefused(PackToWrite pack) {
        throw new AssertionError("the pack was refused");
    }

    @Override
    public void onFailed(FileId file, Epoch epoch, MoverException reason) {
        throw new AssertionError(file + " failed", reason);
    }

    @Override
    public void onEnded(List<FinishResult> results) {
        ended.addAll(results);
    }
}
