package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.testkit.AllocatedBytes;
import org.bdm.core.transfer.FileEntry;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What one block and one small file cost the destination in hand-overs to the threads of the session and in garbage (docs/performance.md).
 * Blocks come one at a time with pauses, so that every hand-over finds an idle thread and is counted.
 */
@Isolated
class CostsOfAFetchTest implements FetchListener {
    private static final int BLOCK = 64 << 10;
    private static final double BYTES_OF_A_BLOCK_MAX = 3_200;
    private static final double BYTES_OF_A_FILE_MAX = 7_000;
    private static final int REPETITIONS_MAX = 30;
    private static final Cost MOST = new Cost(Double.MAX_VALUE, Double.MAX_VALUE);
    private static final JobId JOB = new JobId(7);

    private final SourceTree tree = new SourceTree();
    private final BlockCache cache = new BlockCache(64, BLOCK);
    private final ScheduledThreadPoolExecutor loop = new ScheduledThreadPoolExecutor(2);
    private final Set<Thread> ofTheSource = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor sourceThread = new ScheduledThreadPoolExecutor(1, this::sourceThread);
    private final ScheduledThreadPoolExecutor disk = new ScheduledThreadPoolExecutor(2);
    private final ThreadedFileHasher hasher = new ThreadedFileHasher(2, 8);
    private final Map<FileId, FileOutcome> ended = new ConcurrentHashMap<>();
    private volatile CountDownLatch left = new CountDownLatch(0);
    private volatile RunningFetch session;
    private LocalStore store;
    private int filesAdded;
    private int chunksAdded;

    private Thread sourceThread(Runnable task) {
        Thread thread = new Thread(task, "source");
        ofTheSource.add(thread);
        return thread;
    }

    @BeforeEach
    void start(@TempDir Path root) throws Exception {
        store = LocalStore.openWritable(new ExportRoot(new ExportName("in"), root));
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
    }

    @AfterEach
    void end() throws Exception {
        session.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
        store.close();
        loop.shutdownNow();
        sourceThread.shutdownNow();
        disk.shutdownNow();
        hasher.close();
    }

    /** Tasks of threads and bytes of garbage, each for one of something. */
    private record Cost(double tasks, double bytes) {
        Cost less(Cost other, double divisor) {
            return new Cost((tasks - other.tasks) / divisor, (bytes - other.bytes) / divisor);
        }
    }

    /** Files of one size, and how many of what is counted they are. */
    private record Work(int files, int bytesOfEach, int units) {}

    private Cost costOf(int files, int bytesOfEach) throws InterruptedException {
        List<FileEntry> entries = new ArrayList<>();
        for (int i = 0; i < files; i++) entries.add(tree.addFile("d/f" + filesAdded++, bytesOfEach));
        long tasksBefore = loop.getCompletedTaskCount() + disk.getCompletedTaskCount();
        AllocatedBytes allocated = new AllocatedBytes();
        left = new CountDownLatch(
                files); // asking again and again would be garbage of the test, the more the slower the machine is
        session.add(new TransferChunk(chunksAdded++, entries));
        assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ended.values()).allMatch(outcome -> outcome.state() == FileState.DONE);
        return new Cost(
                loop.getCompletedTaskCount() + disk.getCompletedTaskCount() - tasksBefore, allocated.now(ofTheSource));
    }

    private Cost lessOf(Cost least, int files, int bytesOfEach) throws InterruptedException {
        Cost next = costOf(files, bytesOfEach);
        return new Cost(Math.min(least.tasks, next.tasks), Math.min(least.bytes, next.bytes));
    }

    /**
     * Returns the cost of one more, from the least costs of few and of many in at least five repetitions, and in more while it is over the
     * bound: a machine that stalls splits what belongs together, and a compiler that comes late leaves garbage that it would have spared, so
     * both can only add to what the work costs.
     */
    private Cost costOfOne(Work few, Work many, double bytesMax) throws InterruptedException {
        Cost leastOfFew = MOST;
        Cost leastOfMany = MOST;
        Cost one = MOST;
        for (int i = 0; i < 5 || (i < REPETITIONS_MAX && one.bytes > bytesMax); i++) {
            leastOfFew = lessOf(leastOfFew, few.files, few.bytesOfEach);
            leastOfMany = lessOf(leastOfMany, many.files, many.bytesOfEach);
            one = leastOfMany.less(leastOfFew, many.units - few.units);
        }
        return one;
    }

    @Test
    void aBlockCostsTheDestinationTwoTurnsOfItsSessionAndLittleGarbage() throws InterruptedException {
        for (int i = 0; i < 3; i++) costOf(1, 400 * BLOCK); // so that the compiler has seen it
        Cost block = costOfOne(new Work(1, 100 * BLOCK, 100), new Work(1, 900 * BLOCK, 900), BYTES_OF_A_BLOCK_MAX);
        assertThat(block.tasks()).as("%s", block).isBetween(1.0, 2.6);
        assertThat(block.bytes()).as("%s", block).isBetween(100.0, BYTES_OF_A_BLOCK_MAX);
    }

    @Test
    void smallFilesOfAPackShareTheirTurnsAndCostFewObjects() throws InterruptedException {
        for (int i = 0; i < 3; i++) costOf(1000, 1000);
        Cost file = costOfOne(new Work(100, 1000, 100), new Work(1100, 1000, 1100), BYTES_OF_A_FILE_MAX);
        assertThat(file.tasks()).as("%s", file).isLessThan(0.3);
        assertThat(file.bytes()).as("%s", file).isBetween(100.0, BYTES_OF_A_FILE_MAX);
    }

    @Override
    public void onOutcomes(int chunk, List<FileOutcome> outcomes) {
        for (FileOutcome outcome : outcomes) {
            if (outcome.state().isFinal() && ended.put(outcome.file(), outcome) == null) left.countDown();
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
