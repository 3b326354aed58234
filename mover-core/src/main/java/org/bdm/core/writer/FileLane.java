package org.bdm.core.writer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.bdm.core.writer.DurabilityListener.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * The files bound to one queue of commands, which alone changes their state: at most one worker is at it. {@code x()} of
 * {@link DiskBlockWriter} posts, {@code onX()} here does.
 */
final class FileLane {

    /** With no more than this unmarked at its end a file is forced once, by the finisher, and not also marked. */
    private static final long UNMARKED_AT_END_BYTES = 4L << 20;

    private final Map<FileId, OpenFile> files = new HashMap<>();
    private final Map<FileId, ResumeInProgress> resuming = new HashMap<>();
    private final CommandQueue queue;
    private final WriterContext context;
    private final DurabilityListener listener;

    FileLane(CommandQueue queue, WriterContext context) {
        this.queue = queue;
        this.context = context;
        this.listener = context.listener();
    }

    CommandQueue queue() {
        return queue;
    }

    void onOpen(FileToWrite asked) {
        try {
            discarded(asked.file(), Leftover.DELETE);
            var temporary = context.create(asked, asked.epoch());
            opened(asked, new OpenedFile(asked.file(), asked.epoch(), temporary, List.of(), List.of()), false);
        } catch (RuntimeException | Error e) {
            listener.onFailed(asked.file(), asked.epoch(), failure("opening " + asked.file(), e));
        }
    }

    void onResume(FileToWrite asked, FileHistory history) {
        openAside(asked, progress -> new ResumeCheck(context, asked).run(history));
    }

    void onRepair(FileToWrite asked, Supplier<ReadableFile> damaged, RangeDigests ranges) {
        openAside(asked, progress -> {
            var copy = new RepairCopy(context, asked, ranges, () -> progress.discarded == null);
            return copy.of(damaged);
        });
    }

    /** Opens it on a check thread, since that may take long. */
    private void openAside(FileToWrite asked, Function<ResumeInProgress, OpenedFile> opening) {
        discarded(asked.file(), Leftover.KEEP);
        ResumeInProgress progress = new ResumeInProgress();
        resuming.put(asked.file(), progress);
        context.checkThreads().execute(() -> {
            try {
                OpenedFile opened = opening.apply(progress);
                if (!queue.post(() -> onResumed(asked, opened, progress)))
                    opened.temporary().close();
            } catch (RuntimeException | Error e) {
                queue.post(() -> onResumeFailed(asked, failure("resuming " + asked.file(), e), progress));
            }
        });
    }

    private void onResumed(FileToWrite asked, OpenedFile opened, ResumeInProgress progress) {
        resuming.remove(asked.file(), progress);
        if (progress.discarded == null) {
            try {
                opened(asked, opened, true);
            } catch (RuntimeException | Error e) {
                listener.onFailed(asked.file(), asked.epoch(), failure("resuming " + asked.file(), e));
            }
        } else if (progress.discarded == Leftover.DELETE) {
            context.dispose(opened.temporary());
        } else {
            opened.temporary().close();
        }
    }

    private void onResumeFailed(FileToWrite asked, MoverException reason, ResumeInProgress progress) {
        resuming.remove(asked.file(), progress);
        if (progress.discarded == null) listener.onFailed(asked.file(), asked.epoch(), reason);
    }

    private void opened(FileToWrite asked, OpenedFile opened, boolean isResumed) {
        OpenFile file = new OpenFile(asked, opened, isResumed);
        try {
            file.begin();
        } catch (RuntimeException | Error e) {
            closeFile(file, isResumed ? Leftover.KEEP : Leftover.DELETE);
            throw e;
        }
        files.put(asked.file(), file);
        listener.onOpened(opened);
    }

    void onWrite(BlockTag tag, Loan loan) {
        boolean isPassedOn = false;
        try {
            OpenFile file = open(tag.file(), tag.epoch());
            Refusal refusal = file == null ? Refusal.NOT_OPEN : refusal(file, tag, loan);
            if (file == null || refusal != null) {
                listener.onRefused(tag, refusal == null ? Refusal.NOT_OPEN : refusal);
                return;
            }
            long bytesNew = written(file, tag, loan);
            isPassedOn = true;
            listener.onWritten(tag, loan, bytesNew);
            maybeMark(file);
        } catch (RuntimeException | Error e) {
            fail(tag.file(), tag.epoch(), failure("writing " + tag, e));
        } finally {
            if (!isPassedOn) loan.release();
        }
    }

    private @Nullable Refusal refusal(OpenFile file, BlockTag tag, Loan loan) {
        ByteRange range = tag.range();
        if (range.endExclusive() > file.size() || range.length() > loan.payloadCapacity()) return Refusal.BEYOND_END;
        if (!context.discipline().check().isIntact(loan.payload(0, (int) range.length()), tag.crc32c())) {
            file.journal().append(new JournalRecord.BlockRefused(tag.file(), tag.epoch(), range));
            return Refusal.WRONG_CHECKSUM;
        }
        awaitRoom(file, range.length());
        return file.failure() == null ? null : Refusal.NOT_OPEN;
    }

    private long written(OpenFile file, BlockTag tag, Loan loan) {
        ByteRange range = tag.range();
        if (!file.covered().contains(range)) {
            file.write(range, loan.payload(0, (int) range.length()));
        }
        file.journal().append(new JournalRecord.BlockReceived(tag.file(), tag.epoch(), range, tag.crc32c()));
        return added(file, range, range.length());
    }

    void onZero(FileId id, Epoch epoch, ByteRange range) {
        OpenFile file = open(id, epoch);
        if (file == null) return;
        try {
            if (range.endExclusive() > file.size()) {
                throw new MoverException(
                        ErrorCode.PROTOCOL_VIOLATION, "zeros " + range + " end behind the size " + file.size());
            }
            file.makeHole(range);
            file.journal().append(new JournalRecord.ZeroReceived(id, epoch, range));
            listener.onZeroWritten(id, epoch, range, added(file, range, 0));
            maybeMark(file);
        } catch (RuntimeException | Error e) {
            fail(id, epoch, failure("writing zeros", e));
        }
    }

    private long added(OpenFile file, ByteRange range, long bytes) {
        long bytesNew = file.added(range, bytes);
        if (file.timer() == null && file.markRun() == null) startTimer(file);
        return bytesNew;
    }

    private void startTimer(OpenFile file) {
        long nanos = context.marks().interval().toNanos();
        Runnable due = () -> queue.post(() -> onMarkDue(file));
        file.setTimer(context.timer().schedule(due, nanos, TimeUnit.NANOSECONDS));
    }

    private void onMarkDue(OpenFile file) {
        if (files.get(file.file()) != file) return;
        file.setMarkDue();
        maybeMark(file);
    }

    private void maybeMark(OpenFile file) {
        if (file.markRun() != null || file.failure() != null || !file.hasUnmarked()) return;
        if (file.isMarkDue() || file.bytesSinceMark() >= context.marks().bytesPerMark()) startMark(file);
    }

    private MarkRun startMark(OpenFile file) {
        MarkRun run = file.beginMark();
        context.syncThreads().execute(() -> {
            run.run(context.discipline().markOrder(), context.area());
            queue.post(() -> onMarked(file, run));
        });
        return run;
    }

    /** Waits for the disk if too much would have to be sent again after a crash: the cache fills, and the network waits. */
    private void awaitRoom(OpenFile file, long length) {
        while (file.failure() == null
                && file.bytesUnmarked() > 0
                && file.bytesUnmarked() + length > context.marks().bytesUnmarkedMax()) {
            MarkRun running = file.markRun();
            MarkRun run = running == null ? startMark(file) : running;
            run.await();
            onMarked(file, run);
        }
    }

    private void onMarked(OpenFile file, MarkRun run) {
        if (file.markRun() != run) return; // the writer waited for it and has looked already
        MoverException outcome = run.await();
        file.endMark(outcome);
        if (outcome != null) {
            fail(file, outcome);
        } else {
            listener.onDurable(file.file(), file.epoch(), run.bytesCovered());
            if (file.hasUnmarked() && file.timer() == null) startTimer(file);
            maybeMark(file);
        }
        run.tellWaiting();
        if (file.isCompleting() && file.failure() == null) onCovered(file);
    }

    void onComplete(FileId id, Epoch epoch) {
        OpenFile file = open(id, epoch);
        if (file == null) return;
        try {
            if (!file.covered().coversAll(file.size())) {
                throw new MoverException(
                        ErrorCode.INTERNAL,
                        id + " was reported complete but lacks "
                                + file.covered().missing(file.size()));
            }
            file.setCompleting();
            onCovered(file);
        } catch (RuntimeException | Error e) {
            fail(id, epoch, failure("completing " + id, e));
        }
    }

    /** Passes the file on as soon as no sync thread has it. A big rest is marked first: verifying may take long. */
    private void onCovered(OpenFile file) {
        if (file.markRun() != null) return;
        if (file.bytesSinceMark() > UNMARKED_AT_END_BYTES) {
            startMark(file);
            return;
        }
        files.remove(file.file());
        file.end();
        listener.onCompleted(
                new WrittenFile(file.file(), file.epoch(), file.temporary(), Optional.empty(), Optional.empty()));
    }

    void onDiscard(FileId id, Epoch epoch, Leftover leftover) {
        OpenFile file = files.get(id);
        if (file != null && !file.epoch().equals(epoch)) return;
        discarded(id, leftover);
    }

    private void discarded(FileId id, Leftover leftover) {
        ResumeInProgress progress = resuming.remove(id);
        if (progress != null) progress.discarded = leftover;
        OpenFile file = files.remove(id);
        if (file == null) return;
        MarkRun run = file.markRun();
        if (run != null) {
            MoverException outcome = run.await(); // a file is not closed under a sync thread
            if (outcome != null) file.fail(outcome);
            file.endMark(outcome);
            run.tellWaiting();
        }
        closeFile(file, leftover);
    }

    private void closeFile(OpenFile file, Leftover leftover) {
        file.end();
        if (leftover == Leftover.DELETE || !file.mayBeKept()) {
            context.dispose(file.temporary());
        } else {
            file.temporary().close();
        }
    }

    /** Starts marking everything written so far; one future for each file that has something to mark. */
    List<CompletableFuture<Void>> onSync() {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (OpenFile file : files.values()) {
            if (file.failure() != null) continue;
            MarkRun run = file.markRun();
            CompletableFuture<Void> end = new CompletableFuture<>();
            if (file.hasUnmarked()) {
                file.waitForNextMark(end);
                file.setMarkDue();
                maybeMark(file);
            } else if (run != null) {
                run.alsoTell(end);
            } else {
                continue;
            }
            ends.add(end);
        }
        return ends;
    }

    /** After the thread and the sync threads have ended. */
    void closeFiles() {
        for (OpenFile file : files.values()) {
            MarkRun run = file.markRun();
            MoverException outcome = run == null ? null : run.await();
            if (outcome != null) file.fail(outcome);
            if (run != null) run.tellWaiting();
            closeFile(file, Leftover.KEEP);
        }
        files.clear();
    }

    private @Nullable OpenFile open(FileId id, Epoch epoch) {
        OpenFile file = files.get(id);
        return file == null || !file.epoch().equals(epoch) || file.failure() != null ? null : file;
    }

    private void fail(FileId id, Epoch epoch, MoverException reason) {
        OpenFile file = open(id, epoch);
        if (file != null) fail(file, reason);
    }

    private void fail(OpenFile file, MoverException reason) {
        if (file.failure() != null) return;
        file.fail(reason);
        file.tellWaiting();
        listener.onFailed(file.file(), file.epoch(), reason);
    }

    private static MoverException failure(String doing, Throwable e) {
        return e instanceof MoverException known ? known : OpenFile.defect(doing, e);
    }

    /** A file that is being read back on another thread, and what to do with it if it is discarded meanwhile. */
    private static final class ResumeInProgress {
        private volatile @Nullable Leftover discarded;
    }
}
