package org.bdm.server.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.bdm.core.bottleneck.Bottleneck;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.fetch.FetchProgress;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Reuse;
import org.bdm.core.transfer.TransferChunk;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.server.job.run.Route;
import org.bdm.server.job.run.SessionFactory;
import org.jspecify.annotations.Nullable;

/** Sessions that move nothing: each file ends as a test says. */
public final class TestSessions implements SessionFactory, AutoCloseable {
    private final List<Session> begun = new CopyOnWriteArrayList<>();
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private volatile Function<FileEntry, @Nullable FileOutcome> ends = TestSessions::done;
    private volatile @Nullable MoverException refusal;
    private volatile Runnable afterOutcomes = () -> {};
    private volatile CompletableFuture<Void> stopGate = CompletableFuture.completedFuture(null);

    /** How files end; null leaves a file open. */
    public void ends(Function<FileEntry, @Nullable FileOutcome> ends) {
        this.ends = ends;
    }

    /** What a session tells right after outcomes. */
    public void afterOutcomes(Runnable step) {
        afterOutcomes = step;
    }

    /** No session begins; null: they do. */
    public void refuse(@Nullable MoverException reason) {
        refusal = reason;
    }

    /** Sessions have stopped when this is complete. */
    public void stopAfter(CompletableFuture<Void> gate) {
        stopGate = gate;
    }

    /** All sessions that were begun. */
    public List<Session> begun() {
        return begun;
    }

    /** The only session. */
    public Session last() {
        return begun.get(begun.size() - 1);
    }

    /** Moved whole. */
    public static FileOutcome done(FileEntry entry) {
        Evidence evidence = entry.listed().kind() == FileKind.FILE
                ? new Evidence(
                        EvidenceLevel.STREAM,
                        RunningDigest.of(ChecksumAlgorithm.SHA256).finish())
                : null;
        long size = entry.listed().version().size();
        return new FileOutcome(
                entry.file(), FileState.DONE, evidence, null, size, 0, 5, null, null, Reuse.NONE, List.of(), null);
    }

    /** Ended with an error. */
    public static FileOutcome failed(FileEntry entry, MoverException reason) {
        return new FileOutcome(
                entry.file(), FileState.FAILED, null, reason, 0, 0, 5, null, null, Reuse.NONE, List.of(), null);
    }

    /** Is tried again at a time. */
    public static FileOutcome waits(FileEntry entry, MoverException reason, java.time.Instant retryAt) {
        return new FileOutcome(
                entry.file(), FileState.WAITING, null, reason, 0, 0, 5, retryAt, null, Reuse.NONE, List.of(), null);
    }

    @Override
    public FetchSession begin(JobId job, Route route, TransferOptions options, FetchListener listener) {
        MoverException reason = refusal;
        if (reason != null) throw reason;
        Session session = new Session(job, route, options, listener);
        begun.add(session);
        return session;
    }

    @Override
    public void close() {
        loop.shutdownNow();
    }

    /** One of them. */
    public final class Session implements FetchSession {
        /** What it was begun with. */
        public final JobId job;

        public final Route route;
        public final TransferOptions options;
        public final FetchListener listener;
        public final List<FileEntry> entries = new CopyOnWriteArrayList<>();
        public final List<Integer> forgotten = new CopyOnWriteArrayList<>();
        public volatile long bytesPerSecondMax;
        public volatile int filesMax;
        public volatile boolean isStopped;
        public volatile @Nullable MoverException refusal;
        private final Map<Integer, List<FileEntry>> open = new ConcurrentHashMap<>();
        public volatile BytesUnderWay underWay = BytesUnderWay.NONE;
        public volatile long arriving;
        public volatile List<FileUnderWay> files = List.of();
        public volatile List<StageLoad> stages = List.of();
        public volatile Bottleneck limit = new Bottleneck("disk", "the disk of the destination");

        Session(JobId job, Route route, TransferOptions options, FetchListener listener) {
            this.job = job;
            this.route = route;
            this.options = options;
            this.listener = listener;
            this.bytesPerSecondMax = options.bytesPerSecondMax();
        }

        /** A test that sees an entry may change how files end: this one ends as was said before. */
        @Override
        public void add(TransferChunk chunk) {
            Function<FileEntry, @Nullable FileOutcome> end = ends;
            entries.addAll(chunk.entries());
            loop.execute(() -> {
                List<FileOutcome> outcomes = new ArrayList<>();
                boolean isAnyOpen = false;
                for (FileEntry entry : chunk.entries()) {
                    FileOutcome outcome = isStopped ? null : end.apply(entry);
                    if (outcome == null) isAnyOpen = true;
                    if (outcome == null)
                        open.computeIfAbsent(chunk.chunk(), number -> new CopyOnWriteArrayList<>())
                                .add(entry);
                    else outcomes.add(outcome);
                }
                if (!outcomes.isEmpty()) listener.onOutcomes(chunk.chunk(), outcomes);
                afterOutcomes.run();
                if (!isAnyOpen) listener.onChunkEnded(chunk.chunk());
                listener.onWantsMore();
            });
        }

        @Override
        public void forget(int chunk) {
            forgotten.add(chunk);
        }

        /** As a real one: what has not ended fails. */
        @Override
        public void refuse(MoverException reason) {
            refusal = reason;
            loop.execute(() -> open.forEach((chunk, left) -> {
                listener.onOutcomes(
                        chunk, left.stream().map(entry -> failed(entry, reason)).toList());
                listener.onChunkEnded(chunk);
            }));
        }

        @Override
        public void limitRate(long bytesPerSecondMax) {
            this.bytesPerSecondMax = bytesPerSecondMax;
        }

        @Override
        public void limitFiles(int filesMax) {
            this.filesMax = filesMax;
        }

        @Override
        public FetchProgress progress() {
            return new FetchProgress(
                    entries.size(), 0, arriving, 0, 0, false, 2, true, 30, 20, limit, stages, underWay, files);
        }

        @Override
        public CompletionStage<Void> stop() {
            isStopped = true;
            return stopGate.thenRun(() -> {});
        }

        @Override
        public CompletionStage<Void> discard() {
            return stop();
        }
    }
}
