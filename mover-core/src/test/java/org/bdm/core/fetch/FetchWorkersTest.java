package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.destination.Destination;
import org.bdm.core.destination.StoreDestination;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.hasher.SessionHasher;
import org.bdm.core.hasher.ThreadedFileHasher;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ModePolicy;
import org.bdm.core.transfer.PinnedWorkers;
import org.bdm.core.transfer.TransferChunk;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.bdm.core.writer.MarkPolicy;
import org.bdm.core.writer.WriterSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of writers and hashers that a person set hold for the threads that are shipped: four and four writers, eight hash threads. */
class FetchWorkersTest implements FetchListener {
    private static final int BLOCK = 8192;
    private static final int THREADS = 8;
    private static final JobId JOB = new JobId(7);

    private final SourceTree tree = new SourceTree();
    private final MemoryStore store = new MemoryStore();
    private final BlockCache cache = new BlockCache(64, BLOCK);
    private final ScheduledExecutorService loop = Executors.newScheduledThreadPool(2);
    private final ScheduledExecutorService sourceThread = Executors.newScheduledThreadPool(1);
    private final ExecutorService disk = Executors.newFixedThreadPool(2);
    private final ThreadedFileHasher hasher = new ThreadedFileHasher(THREADS, 8);
    private final Map<FileId, FileOutcome> ended = new ConcurrentHashMap<>();
    private final AtOnce writing = new AtOnce();
    private final AtOnce hashing = new AtOnce();
    private volatile RunningFetch session;

    @AfterEach
    void endThreads() {
        loop.shutdownNow();
        sourceThread.shutdownNow();
        disk.shutdownNow();
        hasher.close();
    }

    /** How many are at it, and the most at once. Each works a while, so that others would come. */
    private static final class AtOnce {
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        void run(Runnable work) {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
                CRC32C some = new CRC32C();
                for (int i = 0; i < 50_000; i++) some.update(i);
                Thread.yield();
                work.run();
            } finally {
                now.decrementAndGet();
            }
        }
    }

    /** The hasher of the node, with the slices of arriving files watched. */
    private FileHasher watched() {
        return (FileHasher) Proxy.newProxyInstance(
                FileHasher.class.getClassLoader(), new Class<?>[] {FileHasher.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("begin")) {
                        Executor slices = (Executor) arguments[5];
                        arguments[5] = (Executor) slice -> slices.execute(() -> hashing.run(slice));
                    }
                    try {
                        return method.invoke(hasher, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void start(PinnedWorkers pinned) {
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.WRITE && call.what().endsWith(".part")) writing.run(() -> {});
        });
        TransferOptions options = new TransferOptions(
                ConflictPolicy.SKIP,
                VerifyMode.STREAM,
                ChecksumAlgorithm.SHA256,
                0644,
                0755,
                ModePolicy.GIVEN,
                0,
                pinned,
                Dscp.DEFAULT,
                null);
        MarkPolicy marks = new MarkPolicy(4 * BLOCK, Duration.ofMillis(50), 8 * BLOCK);
        Destination destination = new StoreDestination(
                store, JOB, new WriterSettings(4, 4, 2, marks), new FinishOptions(false, PlaceMode.NEW, 0755), loop);
        ScriptedSource source = new ScriptedSource(
                tree,
                new SourceLimits(BLOCK, 64L * BLOCK, 256, 1000, false),
                3,
                sourceThread,
                cache.share(new CacheQuota("test", 0, 48)),
                new Random(1));
        FetchRuntime runtime = new FetchRuntime(loop, disk, Clock.systemUTC(), System::nanoTime, new Random(2));
        session = RunningFetch.begin(
                new FetchParts(JOB, source, destination, SessionHasher.of(watched()), options, runtime), this);
        for (TransferChunk chunk : tree.chunks(50)) session.add(chunk);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void numbersThatAPersonSetAreNeverExceeded(int number) throws Exception {
        for (int i = 0; i < 12; i++) tree.addFile("big" + i, 20 * BLOCK + i);
        for (int i = 0; i < 200; i++) tree.addFile("f" + i, i * 97 % 3000);

        start(new PinnedWorkers(0, 0, number, number));

        await().atMost(Duration.ofSeconds(60))
                .until(() -> ended.size() == tree.entries().size());
        session.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertThat(ended.values()).allMatch(outcome -> outcome.state() == FileState.DONE);
        assertThat(writing.most.get()).isBetween(1, number);
        assertThat(hashing.most.get()).isBetween(1, number);
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
        throw new AssertionError(reason.detail());
    }

    @Override
    public void onSourceLost(MoverException reason) {
        throw new AssertionError(reason.detail());
    }
}
