package org.bdm.core.destination.object;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
import org.jspecify.annotations.Nullable;

/** What becomes of the one file of a test, in the order of its steps; a failure ends each wait. */
final class EndsHeard implements DurabilityListener, FinishListener {
    private final BlockingQueue<Object> told = new LinkedBlockingQueue<>();
    private volatile @Nullable FinishResult failure;

    private @Nullable Object next() {
        try {
            Object next = told.poll(30, TimeUnit.SECONDS);
            if (next == null) throw new AssertionError("nothing was told");
            return next;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Nullable Epoch opened() {
        return next() instanceof OpenedFile opened ? opened.epoch() : null;
    }

    @Nullable WrittenFile completed() {
        return next() instanceof WrittenFile written ? written : null;
    }

    @Nullable FinishResult ended() {
        return next() instanceof FinishResult result ? result : null;
    }

    @Nullable FinishResult failure() {
        return failure;
    }

    @Override
    public void onOpened(OpenedFile opened) {
        told.add(opened);
    }

    @Override
    public void onWritten(BlockTag tag, Loan loan, long bytesNew) {
        loan.release();
    }

    @Override
    public void onZeroWritten(FileId file, Epoch epoch, ByteRange range, long bytesNew) {}

    @Override
    public void onRefused(BlockTag tag, Refusal why) {}

    @Override
    public void onDurable(FileId file, Epoch epoch, long bytesDurable) {}

    @Override
    public void onCompleted(WrittenFile written) {
        told.add(written);
    }

    @Override
    public void onPieces(List<WrittenFile> written) {
        told.addAll(written);
    }

    @Override
    public void onPackRefused(PackToWrite pack) {}

    @Override
    public void onFailed(FileId file, Epoch epoch, MoverException reason) {
        failure = new FinishResult.Failed(file, reason, true);
        told.add(reason);
    }

    @Override
    public void onEnded(List<FinishResult> results) {
        told.addAll(results);
    }
}
