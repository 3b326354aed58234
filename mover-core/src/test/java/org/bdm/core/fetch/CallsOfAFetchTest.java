package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.destination.Destination;
import org.bdm.core.destination.StoreDestination;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.hasher.SessionHasher;
import org.bdm.core.hasher.ThreadedFileHasher;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.store.local.MadeCalls;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ModePolicy;
import org.bdm.core.transfer.TransferChunk;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.bdm.core.writer.MarkPolicy;
import org.bdm.core.writer.WriterSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What one small file costs the destination, in system calls, from the look at it to its final name (docs/performance.md). Counts are of the
 * process: nothing runs beside.
 */
@Isolated
class CallsOfAFetchTest implements FetchListener {
    private static final int BLOCK = 64 << 10;
    private static final int FILES = 500;
    private static final int DIRECTORIES = 5;
    private static final JobId JOB = new JobId(7);

    private final SourceTree tree = new SourceTree();
    private final BlockCache cache = new BlockCache(64, BLOCK);
    private final ScheduledExecutorService loop = Executors.newScheduledThreadPool(2);
    private final ScheduledExecutorService sourceThread = Executors.newScheduledThreadPool(1);
    private final ExecutorService disk = Executors.newFixedThreadPool(2);
    private final ThreadedFileHasher hasher = new ThreadedFileHasher(2, 8);
    private final Map<FileId, FileOutcome> ended = new ConcurrentHashMap<>();
    private volatile RunningFetch session;
    private Path root;
    private boolean isInMemory;

    /** In memory if there is such a place: where forces are slow, batches are small. */
    @BeforeEach
    void makeRoot() throws IOException {
        Path memory = Path.of("/dev/shm");
        Path parent = Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
        root = Files.createTempDirectory(parent, "bdm-calls");
    }

    @AfterEach
    void deleteRoot() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    @AfterEach
    void endThreads() {
        loop.shutdownNow();
        sourceThread.shutdownNow();
        disk.shutdownNow();
        hasher.close();
    }

    @Test
    void aSmallFileIntoANewDirectoryCostsTheDestinationEightCallsBesideItsForce() throws Exception {
        Map<String, Double> made = fetchSmallFiles();
        // What a directory costs is shared by the files of a batch: below one call a file more.
        assertThat(made.get("OPEN")).as("%s", made).isBetween(1.0, 1.9);
        assertThat(made.get("CLOSE")).as("%s", made).isBetween(1.0, 1.9);
        assertThat(made.get("STATUS"))
                .as("%s", made)
                .isBetween(2.0, 2.9); // inode when made, inode under the final name
        assertThat(made.get("WRITE")).as("%s", made).isBetween(1.0, 1.9);
        assertThat(made.get("ATTRIBUTES")).as("%s", made).isBetween(2.0, 2.9);
        assertThat(made.get("RENAME")).as("%s", made).isEqualTo(1);
        assertThat(made.get("SYNC")).as("%s", made).isLessThan(isInMemory ? 0.9 : 1.9);
        assertThat(made.get("READ")).as("%s", made).isLessThan(0.9);
        assertThat(made.get("OTHER")).as("%s", made).isLessThan(0.9);
    }

    private Map<String, Double> fetchSmallFiles() throws Exception {
        for (int i = 0; i < FILES; i++) {
            tree.addFile("cmip/day/tas/r1/gn/d" + i * DIRECTORIES / FILES + "/f" + i, 1000);
        }
        try (LocalStore store = LocalStore.openWritable(new ExportRoot(new ExportName("in"), root))) {
            isInMemory = store.abilities().memoryOnly();
            MadeCalls calls = new MadeCalls();
            start(store);
            await().atMost(Duration.ofSeconds(60)).until(() -> ended.size() == FILES);
            session.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(ended.values()).allMatch(outcome -> outcome.state() == FileState.DONE);
            Map<String, Double> made = calls.perFile(FILES);
            assertThat(store.list(StorePath.ofUtf8("cmip/day/tas/r1/gn/d0"), null, FILES)
                            .entries())
                    .hasSize(FILES / DIRECTORIES);
            return made;
        }
    }

    private void start(LocalStore store) {
        TransferOptions options = new TransferOptions(
                ConflictPolicy.SKIP, VerifyMode.STREAM, ChecksumAlgorithm.SHA256, 0644, 0755, ModePolicy.GIVEN, 0);
        WriterSettings writers = new WriterSettings(2, 2, 2, MarkPolicy.DEFAULT);
        FinishOptions finishing = new FinishOptions(false, PlaceMode.NEW, 0755);
        Destination destination = new StoreDestination(store, JOB, writers, finishing, loop);
        SourceLimits limits = new SourceLimits(BLOCK, 64L * BLOCK, 256, 1000, false);
        ScriptedSource source = new ScriptedSource(
                tree, limits, 1, sourceThread, cache.share(new CacheQuota("test", 0, 48)), new Random(1));
        FetchRuntime runtime = new FetchRuntime(loop, disk, Clock.systemUTC(), System::nanoTime, new Random(2));
        session = RunningFetch.begin(
                new FetchParts(JOB, source, destination, SessionHasher.of(hasher), options, runtime), this);
        for (TransferChunk chunk : tree.chunks(FILES)) session.add(chunk);
    }

    @Override
    public void onOutcomes(int chunk, List<FileOutcome> outcomes) {
        for (FileOutcome outcome : outcomes) {
            if (outcome.state().isFinal()) ended.put(outcome.file(), outcome);
        }
    }

    @Override
    public void onChunkEnded(int chunk) {
        session.forget(chunk);
    }

    @Override
    public void onWantsMore() {}

    @Override
    public void onBlocked(MoverException reason) {
        throw new AssertionError(reason);
    }

    @Override
    public void onSourceLost(MoverException reason) {}
}
