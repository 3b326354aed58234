package org.bdm.core.fetch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.fault.MoverException;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Reuse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gathers how files ended, tells it in batches, and keeps journals until they are no longer needed. Owner only. */
final class Outcomes {
    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    /** Time in which outcomes are collected, since each report costs a durable write; never until the end of the chunk. */
    private static final long WAIT_MILLIS = 100;

    private static final int UNTOLD_MAX = 256;

    private final FetchState state;
    private final Set<ChunkProgress> changed = new LinkedHashSet<>();
    private int untold;
    private long firstUntoldNanos;
    private boolean isChunkOver;
    private boolean isTimerSet;

    Outcomes(FetchState state) {
        this.state = state;
    }

    /** The file ends with DONE or SKIPPED_SAME. */
    void succeeded(FileProgress file, FileState as, @Nullable Evidence evidence) {
        if (as == FileState.DONE) state.placed(file.size());
        end(file, as, evidence, null, null);
    }

    /** The file ends with FAILED. */
    void failed(FileProgress file, MoverException reason) {
        LOG.info("{} ({}) fails: {}", file.entry().destination(), file.id(), reason.detail());
        end(file, FileState.FAILED, null, reason, null);
    }

    /** The file is left for a later run. */
    void waits(FileProgress file, MoverException reason, Instant retryAt) {
        LOG.info("{} ({}) waits until {}: {}", file.entry().destination(), file.id(), retryAt, reason.detail());
        file.chunk().hasWaiting = true;
        end(file, FileState.WAITING, null, reason, retryAt);
    }

    private void end(
            FileProgress file,
            FileState as,
            @Nullable Evidence evidence,
            @Nullable MoverException reason,
            @Nullable Instant retryAt) {
        if (!file.stage().shownAs().mayBecome(as))
            throw new IllegalStateException(file.id() + " may not become " + as + " from " + file.stage());
        state.move(file, FileStage.ENDED);
        ChunkProgress chunk = file.chunk();
        chunk.untold.add(new FileOutcome(
                file.id(),
                as,
                evidence,
                reason,
                file.bytesMoved(),
                file.bytesResent(),
                file.durationMillis(state.now()),
                retryAt,
                as == FileState.DONE ? file.also() : null,
                as == FileState.DONE ? file.reuse() : Reuse.NONE,
                as == FileState.DONE ? state.parts.source().originsOf(file.id(), file.epoch()) : List.of(),
                as == FileState.DONE ? file.attempt().ranges() : null));
        if (untold++ == 0) firstUntoldNanos = state.now();
        chunk.filesOpen--;
        changed(chunk);
    }

    private void changed(ChunkProgress chunk) {
        changed.add(chunk);
        isChunkOver |= chunk.filesOpen == 0;
    }

    /** A chunk without any file is over, too. */
    void looked(ChunkProgress chunk) {
        changed(chunk);
    }

    /** True when finished outcomes must be reported now; otherwise a later turn checks again. */
    boolean isDue() {
        if (changed.isEmpty()) return false;
        long millis = TimeUnit.NANOSECONDS.toMillis(state.now() - firstUntoldNanos);
        if (isChunkOver || untold >= UNTOLD_MAX || millis >= WAIT_MILLIS || state.isStopping()) return true;
        if (untold > 0 && !isTimerSet) {
            isTimerSet = true;
            state.loop.postAfter(WAIT_MILLIS - millis, () -> isTimerSet = false);
        }
        return false;
    }

    /** Tells what has ended since the last call. */
    void tell() {
        untold = 0;
        isChunkOver = false;
        List<ChunkProgress> all = List.copyOf(changed);
        changed.clear();
        for (ChunkProgress chunk : all) {
            List<FileOutcome> outcomes = chunk.untold;
            chunk.untold = new ArrayList<>();
            if (!outcomes.isEmpty()) state.listener.onOutcomes(chunk.number, outcomes);
            if (chunk.filesOpen == 0 && !chunk.isEndTold) {
                chunk.isEndTold = true;
                chunk.files.clear();
                state.listener.onChunkEnded(chunk.number);
            }
        }
    }

    /** The owner needs the chunk no more. */
    void forget(int number) {
        ChunkProgress chunk = state.chunks.get(number);
        if (chunk == null || !chunk.isEndTold || state.isStopping()) return; // the journal stays, which harms nobody
        state.chunks.remove(number);
        boolean mustKeep = chunk.hasWaiting;
        state.onDisk(() -> drop(chunk.journal, mustKeep));
    }

    private static void drop(TransferJournal journal, boolean mustKeep) {
        try {
            if (mustKeep) journal.close();
            else journal.remove();
        } catch (MoverException e) {
            LOG.warn("cannot delete a journal that is no longer needed: {}", e.detail());
        }
    }
}
