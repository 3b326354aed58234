package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.destination.Destination;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.SessionHasher;
import org.bdm.core.hasher.ThreadedFileHasher;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ModePolicy;
import org.bdm.core.transfer.TransferChunk;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A whole session, on threads, into each kind of destination. */
abstract class FetchIntoContract implements FetchListener {
    static final int BLOCK = 8192;
    static final JobId JOB = new JobId(7);

    private final SourceTree tree = new SourceTree();
    private final BlockCache cache = new BlockCache(64, BLOCK);
    final ScheduledExecutorService loop = Executors.newScheduledThreadPool(2);
    private final ScheduledExecutorService sourceThread = Executors.newScheduledThreadPool(1);
    private final ExecutorService disk = Executors.newFixedThreadPool(2);
    private final ThreadedFileHasher hasher = new ThreadedFileHasher(2, 8);
    private final Map<FileId, FileOutcome> ended = new ConcurrentHashMap<>();
    private final List<MoverException> blocked = new ArrayList<>();
    private ScriptedSource source;
    private volatile RunningFetch session;
    private volatile boolean isDead;

    /** The place that all sessions of one test go to. */
    abstract Destination destination();

    /** True where symbolic links are made. */
    abstract boolean makesLinks();

    /** True where a directory without files is something. */
    boolean makesDirectories() {
        return true;
    }

    /** True where a file that was interrupted is asked for from where it was. */
    boolean goesOnWhereItWas() {
        return true;
    }

    /** The process that writes there dies now. */
    abstract void die();

    /** Files that were begun, and neither finished nor discarded. */
    abstract List<String> unfinished();

    @AfterEach
    void endThreads() {
        loop.shutdownNow();
        sourceThread.shutdownNow();
        disk.shutdownNow();
        hasher.close();
    }

    private void start(int streams) {
        TransferOptions options = new TransferOptions(
                ConflictPolicy.SKIP, VerifyMode.STREAM, ChecksumAlgorithm.SHA256, 0644, 0755, ModePolicy.GIVEN, 0);
        Destination destination = destination();
        SourceLimits limits = new SourceLimits(BLOCK, 64L * BLOCK, 256, 1000, false);
        source = new ScriptedSource(
                tree, limits, streams, sourceThread, cache.share(new CacheQuota("test", 0, 48)), new Random(1));
        FetchRuntime runtime = new FetchRuntime(loop, disk, Clock.systemUTC(), System::nanoTime, new Random(2));
        session = RunningFetch.begin(
                new FetchParts(JOB, source, destination, SessionHasher.of(hasher), options, runtime), this);
        for (TransferChunk chunk : tree.chunks(50)) {
            List<FileEntry> open = chunk.entries().stream()
                    .filter(entry -> !ended.containsKey(entry.file()))
                    .toList();
            session.add(new TransferChunk(chunk.chunk(), open));
        }
    }

    private void stop() throws Exception {
        session.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
        await().untilAsserted(() -> assertThat(cache.blocksFree()).isEqualTo(cache.blocks()));
    }

    @Test
    void aTreeOfFilesOfAllSizesArrives() throws Exception {
        for (int i = 0; i < 200; i++) tree.addFile("d" + i % 5 + "/f" + i, i * 97 % 3000);
        FileEntry sparse = tree.addFile("sparse", 40 * BLOCK + 3);
        tree.hole(sparse, new ByteRange(BLOCK, 4L * BLOCK));
        tree.addFile("big", 300 * BLOCK + 9);
        tree.addFile("empty", 0);
        if (makesDirectories()) tree.addDirectory("e");
        if (makesLinks()) tree.addLink("l", "big");
        start(3);
        source.faults().isReordering = true;
        await().atMost(Duration.ofSeconds(60))
                .until(() -> ended.size() == tree.entries().size());
        assertArrived();
        stop();
        assertThat(blocked).isEmpty();
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void aStopInTheMiddleLosesNothingAndSendsNothingTwice() throws Exception {
        FileEntry big = tree.addFile("big", 400 * BLOCK + 9);
        for (int i = 0; i < 50; i++) tree.addFile("f" + i, 2000 + i);
        start(2);
        await().until(() -> source.bytesSentTotal() > 100L * BLOCK);
        stop();
        long before = source.bytesSent().get(big.file());
        start(2);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> ended.size() == tree.entries().size());
        assertArrived();
        FileOutcome outcome = ended.get(big.file());
        assertThat(outcome.bytesMoved())
                .isBetween(
                        (long) big.listed().version().size(),
                        before + source.bytesSent().get(big.file()));
        long again = source.bytesSent().get(big.file());
        if (goesOnWhereItWas()) assertThat(again).isLessThan(400L * BLOCK);
        else assertThat(again).isLessThanOrEqualTo((long) big.listed().version().size());
        stop();
    }

    @Test
    void aKillInTheMiddleCostsLittle() throws Exception {
        tree.addFile("big", 400 * BLOCK + 9);
        for (int i = 0; i < 50; i++) tree.addFile("f" + i, 2000 + i);
        start(2);
        await().until(() -> source.bytesSentTotal() > 200L * BLOCK);
        isDead = true; // what the old process says from here on is not heard
        die(); // and every open file is closed under its hands
        session.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
        isDead = false;
        start(2);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> ended.size() == tree.entries().size());
        assertArrived();
    }

    private void assertArrived() {
        for (FileEntry entry : tree.entries()) {
            FileOutcome outcome = ended.get(entry.file());
            assertThat(outcome.state())
                    .as("%s: %s", entry.source(), outcome.reason())
                    .isEqualTo(FileState.DONE);
            if (entry.listed().kind() != FileKind.FILE) continue;
            try (ReadableFile file = destination().there().open(entry.destination())) {
                var bytes = java.nio.ByteBuffer.allocate(
                        (int) file.status().version().size());
                file.read(0, bytes);
                assertThat(bytes.array()).isEqualTo(tree.file(entry.source()).content());
            }
        }
    }

    @Override
    public void onOutcomes(int chunk, List<FileOutcome> outcomes) {
        for (FileOutcome outcome : outcomes) {
            if (outcome.state().isFinal() && !isDead) ended.put(outcome.file(), outcome);
        }
    }

    @Override
    public void onChunkEnded(int chunk) {
        if (!isDead) session.forget(chunk);
    }

    @Override
    public void onWantsMore() {}

    @Override
    public void onBlocked(MoverException reason) {
        blocked.add(reason);
    }

    @Override
    public void onSourceLost(MoverException reason) {}
}
