package org.bdm.core.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.writer.BlockWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a session: closes the source, makes what was written durable and marked, lets go of the hasher, closes writer, finisher and journals.
 * Waits for the disk as long as that takes, on disk threads. Owner only, but for what is named so.
 */
final class Shutdown {
    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

    private final FetchState state;
    private final BlockWriter writer;
    private final FileFinisher finisher;
    private final FinishQueue finishes;
    private final Runnable stopComparing;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private final CompletableFuture<Void> discarded = new CompletableFuture<>();
    private boolean isDiscarding;

    Shutdown(
            FetchState state, BlockWriter writer, FileFinisher finisher, FinishQueue finishes, Runnable stopComparing) {
        this.state = state;
        this.writer = writer;
        this.finisher = finisher;
        this.finishes = finishes;
        this.stopComparing = stopComparing;
    }

    CompletableFuture<Void> stopped() {
        return stopped;
    }

    CompletableFuture<Void> discarded() {
        return discarded;
    }

    void stop() {
        if (state.isStopping()) return;
        state.stopping();
        state.parts.source().close();
        stopComparing.run();
        var unused = writer.sync().whenComplete((done, failure) -> state.loop.post(this::letGoOfHasher));
    }

    private void letGoOfHasher() {
        List<CompletableFuture<Void>> discards = new ArrayList<>();
        for (FileProgress file : state.openFiles()) {
            if (!file.attempt().hasTemporaryFile()) continue;
            discards.add(state.parts.hasher().discard(file.id(), file.epoch()).toCompletableFuture());
        }
        var unused = CompletableFuture.allOf(discards.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> state.loop.post(this::closeAll));
    }

    private void closeAll() {
        Set<IncomingFile> queued = finishes.leaveQueued();
        List<IncomingFile> held = new ArrayList<>(queued);
        for (FileProgress file : state.openFiles()) {
            IncomingFile temporary = file.attempt().takeTemporary();
            if (temporary != null) held.add(temporary);
        }
        state.onDisk(() -> {
            close(writer::close);
            close(finisher::close);
            for (IncomingFile temporary : held) close(temporary::close);
            // behind everything that the stages still told, and what that led to
            state.loop.post(() -> state.whenDiskIdle(this::closeJournals));
        });
    }

    private void closeJournals() {
        state.underWay.look(
                state.files.values(), 0); // with the marks of the last sync: who paused the job wants to know
        List<ChunkProgress> chunks = new ArrayList<>(state.chunks.values());
        state.chunks.clear();
        state.onDisk(() -> {
            for (ChunkProgress chunk : chunks) close(chunk.journal::close);
            stopped.complete(null);
        });
    }

    /** Closes one part. A failure is only logged: the part has failed before, and the rest must still be closed. Disk threads only. */
    private static void close(Runnable closing) {
        try {
            closing.run();
        } catch (RuntimeException e) {
            LOG.warn("a part of a session did not close cleanly", e);
        }
    }

    void discard() {
        if (isDiscarding) return;
        isDiscarding = true;
        stop();
        var unused = stopped.whenComplete((done, failure) -> state.onDisk(() -> {
            try {
                state.parts.destination().discardAll();
                discarded.complete(null);
            } catch (MoverException e) {
                discarded.completeExceptionally(e);
            }
        }));
    }
}
