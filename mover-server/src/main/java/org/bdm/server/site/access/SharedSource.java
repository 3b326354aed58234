package org.bdm.server.site.access;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.PassingSource;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/**
 * One open source and those it is lent to. The streams outlive a listing for {@value #LINGER_SECONDS} s, for the moving that begins after it;
 * who has taken bytes and is the last to leave closes them. Any thread.
 */
final class SharedSource {
    static final int LINGER_SECONDS = 5;

    private final BlockSource real;
    private final ScheduledExecutorService timer;
    private final Semaphore idle;
    private final Consumer<SharedSource> onUseless;
    private final Set<BorrowedSource> borrowed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger itemsOutstanding = new AtomicInteger();
    private volatile @Nullable BorrowedSource taker; // the one who wants bytes
    private volatile boolean hasCancelled; // then the number outstanding says nothing
    private @Nullable CompletionStage<Void> opened; // guarded by this
    private boolean isUseless; // guarded by this
    private int loansMade; // guarded by this
    private boolean wasTaken; // guarded by this
    private boolean isIdle; // guarded by this

    /**
     * Takes ownership of the source, which is not open yet.
     *
     * @param idle one permit for each source that may be open with nobody using it
     */
    SharedSource(BlockSource real, ScheduledExecutorService timer, Semaphore idle, Consumer<SharedSource> onUseless) {
        this.real = real;
        this.timer = timer;
        this.idle = idle;
        this.onUseless = onUseless;
    }

    /** The source for one more; null if it was lost or closed, or if somebody takes its bytes already. */
    synchronized @Nullable BlockSource lend() {
        if (isUseless || taker != null) return null;
        if (isIdle) idle.release();
        isIdle = false;
        BorrowedSource one = new BorrowedSource();
        borrowed.add(one);
        loansMade++;
        return one;
    }

    private synchronized CompletionStage<Void> open() {
        CompletionStage<Void> known = opened;
        if (isUseless && (known == null || !known.toCompletableFuture().isCompletedExceptionally())) {
            // Lost between the lending and now: this one was not told, and would ask a dead source for ever.
            return CompletableFuture.failedStage(new MoverException(ErrorCode.CONNECTION_LOST, "the source was lost"));
        }
        if (known != null) return known;
        CompletionStage<Void> opening = real.open(new Relay());
        opened = opening;
        var unused = opening.whenComplete((done, failure) -> {
            if (failure != null) becomeUseless();
        });
        return opening;
    }

    private void take(BorrowedSource one) {
        if (taker == one) return;
        synchronized (this) {
            if (taker != null) throw new IllegalStateException("the source is read by two at once");
            taker = one;
            wasTaken = true;
        }
    }

    private enum Next {
        OTHERS_GO_ON,
        WAIT_FOR_THE_MOVING,
        END
    }

    private void returned(BorrowedSource one) {
        Next next;
        int madeBefore;
        synchronized (this) {
            if (!borrowed.remove(one)) return;
            next = after(one);
            isUseless |= next == Next.END;
            madeBefore = loansMade;
        }
        switch (next) {
            case OTHERS_GO_ON -> {}
            case WAIT_FOR_THE_MOVING -> linger(madeBefore);
            case END -> end();
        }
    }

    private void linger(int madeBefore) {
        try {
            var unused = timer.schedule(() -> endIfUnused(madeBefore), LINGER_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException processEnds) {
            endIfUnused(madeBefore); // nobody comes any more
        }
    }

    /** Lock held. */
    private Next after(BorrowedSource left) {
        // What is under way for one who leaves cannot be told from what the next one would want.
        if (taker == left && (hasCancelled || itemsOutstanding.get() > 0)) return Next.END;
        if (taker == left) {
            taker = null;
            real.limitRate(0);
        }
        if (!borrowed.isEmpty()) return Next.OTHERS_GO_ON;
        isIdle = !isUseless && !wasTaken && idle.tryAcquire();
        return isIdle ? Next.WAIT_FOR_THE_MOVING : Next.END;
    }

    private void endIfUnused(int madeBefore) {
        synchronized (this) {
            if (!isIdle || loansMade != madeBefore) return;
            isIdle = false;
            isUseless = true;
            idle.release();
        }
        end();
    }

    private void end() {
        becomeUseless();
        real.close();
    }

    private void becomeUseless() {
        synchronized (this) {
            isUseless = true;
        }
        onUseless.accept(this);
    }

    /** The source as one of its users sees it. */
    private final class BorrowedSource extends PassingSource {
        private volatile @Nullable SourceListener listener;

        BorrowedSource() {
            super(real);
        }

        @Override
        public CompletionStage<Void> open(SourceListener told) {
            listener = told;
            return SharedSource.this.open();
        }

        @Override
        public void want(List<WantedFile> files) {
            take(this);
            itemsOutstanding.addAndGet(files.size());
            try {
                real.want(files);
            } catch (MoverException e) {
                itemsOutstanding.addAndGet(-files.size());
                throw e;
            }
        }

        @Override
        public void cancel(FileId file) {
            hasCancelled = true;
            real.cancel(file);
        }

        @Override
        public void close() {
            returned(this);
        }
    }

    /** Passes on what arrives to the one who wanted it, and the loss to all. */
    private final class Relay implements SourceListener {
        private @Nullable SourceListener takersListener() {
            BorrowedSource known = taker;
            return known == null ? null : known.listener;
        }

        @Override
        public void onBlock(BlockTag tag, Loan loan) {
            SourceListener told = takersListener();
            if (told == null) loan.release();
            else told.onBlock(tag, loan);
        }

        @Override
        public void onZero(FileId file, Epoch epoch, ByteRange range) {
            SourceListener told = takersListener();
            if (told != null) told.onZero(file, epoch, range);
        }

        @Override
        public void onPack(List<Piece> pieces, PackPayload payload) {
            SourceListener told = takersListener();
            if (told == null) payload.loan().release();
            else told.onPack(pieces, payload);
        }

        @Override
        public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
            itemsOutstanding.decrementAndGet();
            SourceListener told = takersListener();
            if (told != null) told.onItemEnded(file, epoch, version, mode);
        }

        @Override
        public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
            itemsOutstanding.decrementAndGet();
            SourceListener told = takersListener();
            if (told != null) told.onItemFailed(file, epoch, reason);
        }

        @Override
        public void onItemLost(FileId file, Epoch epoch) {
            itemsOutstanding.decrementAndGet();
            SourceListener told = takersListener();
            if (told != null) told.onItemLost(file, epoch);
        }

        @Override
        public void onSourceLost(MoverException reason) {
            becomeUseless();
            for (BorrowedSource one : borrowed) {
                SourceListener told = one.listener;
                if (told != null) told.onSourceLost(reason);
            }
        }
    }
}
