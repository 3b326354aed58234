package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bdm.core.adapt.AdaptDecision;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.StreamRange;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ModePolicy;
import org.bdm.core.transfer.PinnedWorkers;
import org.bdm.core.transfer.TransferChunk;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.transfer.TransferOptions.VerifyMode;

/**
 * A job in a test: its source, its destination in memory, and what a catalog would know of it. One session after the other, each a life of a
 * process, all on virtual time.
 */
public final class FetchRig implements FetchListener {
    static final int BLOCK_BYTES = 8192;
    static final int PACKABLE_BYTES = 1000;
    static final JobId JOB = new JobId(7);
    static final Duration LONG = Duration.ofHours(2);

    SourceTree tree = new SourceTree();
    final VirtualTime time = new VirtualTime();
    final MemoryStore store = new MemoryStore(time.clock());
    PlainLender cache = new PlainLender(16, BLOCK_BYTES);
    final Random random;
    final Map<FileId, FileOutcome> ended = new HashMap<>();
    final Map<FileId, FileOutcome> waiting = new HashMap<>();
    final Set<Integer> chunksEnded = new HashSet<>();

    /** How often outcomes were told, whatever their number. */
    int tellings;

    final List<MoverException> blocked = new ArrayList<>();
    final List<MoverException> lost = new ArrayList<>();
    final List<DisputedFile> disputed = new ArrayList<>();
    final Map<URI, Checksum> tried = new HashMap<>();
    final List<ScriptedSource> lives = new ArrayList<>();
    ConflictPolicy onConflict = ConflictPolicy.SKIP;
    ModePolicy modes = ModePolicy.GIVEN;
    int entriesPerChunk = 10;
    FilesAtOnce filesAtOnce = FilesAtOnce.unbounded();
    long bytesPerMark = 4 * BLOCK_BYTES;
    int streams = 2;
    PinnedWorkers pinned = PinnedWorkers.NONE;
    int writerThreads = 1;
    int hasherThreads = 1;
    int blockBytes = BLOCK_BYTES;
    StreamRange range = StreamRange.FIXED;
    int stepMicrosMax = 2000;
    int readersMost = 1;
    int readers = 1; // of each stream, left by another session
    boolean isNetworkSlow;
    int writeNanosMax = 1_000_000;
    final List<AdaptDecision> adapted = new ArrayList<>();
    int wantsMoreTold;

    /** The test makes the source do what no source does. */
    boolean isDefectExpected;

    StepStages stages;
    int filesOfWriterMax = Integer.MAX_VALUE;
    ScriptedSource source;
    SourceWithReaders withReaders;
    RunningFetch session;
    private Consumer<FileOutcome> onEachOutcome = outcome -> {};
    private final Deque<TransferChunk> toAdd = new ArrayDeque<>();
    private int life;

    public FetchRig(long seed) {
        random = new Random(seed);
    }

    TransferOptions options() {
        return new TransferOptions(
                onConflict,
                VerifyMode.STREAM,
                ChecksumAlgorithm.SHA256,
                0644,
                0755,
                modes,
                0,
                pinned,
                Dscp.DEFAULT,
                null);
    }

    void onEachOutcome(Consumer<FileOutcome> look) {
        onEachOutcome = look;
    }

    /** Starts a process: a session over what is open of the job. */
    void start() {
        life++;
        waiting.clear();
        chunksEnded.clear();
        toAdd.clear();
        for (TransferChunk chunk : tree.chunks(entriesPerChunk)) {
            List<FileEntry> open = chunk.entries().stream()
                    .filter(entry -> !ended.containsKey(entry.file()))
                    .toList();
            if (!open.isEmpty()) toAdd.add(new TransferChunk(chunk.chunk(), open));
        }
        stages = new StepStages(time, random, writerThreads);
        stages.writers.nanosMax = writeNanosMax;
        stages.filesOfWriterMax = filesOfWriterMax;
        stages.hasher.threads = hasherThreads;
        SourceLimits limits = new SourceLimits(blockBytes, 16L * blockBytes, 64, PACKABLE_BYTES, false);
        source = new ScriptedSource(tree, limits, streams, time, cache, random);
        source.range = range;
        source.stepMicrosMax = stepMicrosMax;
        withReaders = new SourceWithReaders(source, readersMost, isNetworkSlow);
        withReaders.useReaders(readers);
        lives.add(source);
        FetchRuntime runtime = new FetchRuntime(time, time, time.clock(), time::nanoTime, random, filesAtOnce);
        session = RunningFetch.begin(
                new FetchParts(
                        JOB,
                        readersMost == 1 ? source : withReaders,
                        stages.destination(store, JOB, options(), bytesPerMark),
                        stages.hasher,
                        options(),
                        runtime),
                new OneLife(life, this));
    }

    /** Runs until every entry has ended, or waits. */
    void runToEnd() {
        boolean isEnough =
                runUntil(() -> ended.size() + waiting.size() == tree.entries().size());
        assertThat(isEnough)
                .as(
                        "only %s of %s ended; blocked: %s; lost: %s",
                        ended.keySet(), tree.entries().size(), blocked, lost)
                .isTrue();
    }

    boolean runUntil(BooleanSupplier isEnough) {
        boolean is = time.run(isEnough, LONG);
        assertThat(time.failure()).isNull();
        return is;
    }

    void settle() {
        time.run(() -> false, Duration.ofSeconds(30));
        assertThat(time.failure()).isNull();
    }

    /** Stops the session well. */
    void stop() {
        boolean[] done = new boolean[1];
        session.stop().whenComplete((nothing, failure) -> done[0] = true);
        assertThat(runUntil(() -> done[0])).isTrue();
        session = null;
        settle();
        assertThat(cache.blocksFree()).as("blocks free after a session").isEqualTo(cache.blocks());
    }

    /** The process dies now. */
    void die() {
        life++;
        session = null;
        time.clear();
        cache = new PlainLender(16, BLOCK_BYTES);
    }

    /** Entries that ended otherwise than DONE or SKIPPED_SAME do not count; all others are at the destination, byte for byte. */
    void assertArrived() {
        for (FileEntry entry : tree.entries()) {
            FileOutcome outcome = ended.get(entry.file());
            assertThat(outcome).as("outcome of %s", entry.source()).isNotNull();
            assertThat(outcome.state())
                    .as("%s ended with %s", entry.source(), outcome.reason())
                    .isIn(FileState.DONE, FileState.SKIPPED_SAME);
            assertSame(entry);
        }
    }

    void assertSame(FileEntry entry) {
        SourceTree.File wanted = tree.file(entry.source());
        FileStatus there = store.status(entry.destination()).orElseThrow();
        assertThat(there.kind()).isEqualTo(wanted.status().kind());
        if (there.kind() == FileKind.SYMBOLIC_LINK) {
            assertThat(there.linkTarget()).isEqualTo(wanted.status().linkTarget());
        } else if (there.kind() == FileKind.FILE) {
            assertThat(there.version().modified())
                    .isEqualTo(wanted.status().version().modified());
            assertThat(contentOf(entry))
                    .as("content of %s", entry.destination())
                    .isEqualTo(wanted.content());
        }
    }

    byte[] contentOf(FileEntry entry) {
        try (ReadableFile file = store.open(entry.destination())) {
            ByteBuffer bytes = ByteBuffer.allocate((int) file.status().version().size());
            file.read(0, bytes);
            return bytes.array();
        }
    }

    FileOutcome outcome(FileEntry entry) {
        return ended.get(entry.file());
    }

    /** Payload bytes that all sources so far have sent of this file. */
    long bytesSent(FileEntry entry) {
        return lives.stream()
                .mapToLong(each -> each.bytesSent().getOrDefault(entry.file(), 0L))
                .sum();
    }

    @Override
    public void onOutcomes(int chunk, List<FileOutcome> outcomes) {
        tellings++;
        for (FileOutcome outcome : outcomes) {
            onEachOutcome.accept(outcome);
            if (outcome.state() == FileState.WAITING) {
                waiting.put(outcome.file(), outcome);
            } else {
                FileOutcome before = ended.put(outcome.file(), outcome);
                assertThat(before).as("%s ended twice", outcome.file()).isNull();
            }
        }
    }

    @Override
    public void onChunkEnded(int chunk) {
        assertThat(chunksEnded.add(chunk)).isTrue();
        if (session != null) session.forget(chunk);
    }

    @Override
    public void onWantsMore() {
        wantsMoreTold++;
        if (!toAdd.isEmpty()) session.add(toAdd.poll());
    }

    @Override
    public void onBlocked(MoverException reason) {
        if (!isDefectExpected)
            assertThat(reason.code()).as("%s", reason.detail()).isNotEqualTo(ErrorCode.INTERNAL);
        blocked.add(reason);
    }

    @Override
    public void onSourceLost(MoverException reason) {
        lost.add(reason);
    }

    @Override
    public void onCopyTried(FileId file, URI copy, Checksum found) {
        tried.put(copy, found);
    }

    @Override
    public void onDisputed(DisputedFile file) {
        assertThat(ended).doesNotContainKey(file.file());
        disputed.add(file);
    }

    /** What a process that has died says is not heard. */
    private record OneLife(int life, FetchRig rig) implements FetchListener {
        private boolean isOver() {
            return life != rig.life;
        }

        @Override
        public void onOutcomes(int chunk, List<FileOutcome> outcomes) {
            if (!isOver()) rig.onOutcomes(chunk, outcomes);
        }

        @Override
        public void onChunkEnded(int chunk) {
            if (!isOver()) rig.onChunkEnded(chunk);
        }

        @Override
        public void onWantsMore() {
            if (!isOver()) rig.onWantsMore();
        }

        @Override
        public void onBlocked(MoverException reason) {
            if (!isOver()) rig.onBlocked(reason);
        }

        @Override
        public void onSourceLost(MoverException reason) {
            if (!isOver()) rig.onSourceLost(reason);
        }

        @Override
        public void onCopyTried(FileId file, URI copy, Checksum found) {
            if (!isOver()) rig.onCopyTried(file, copy, found);
        }

        @Override
        public void onDisputed(DisputedFile file) {
            if (!isOver()) rig.onDisputed(file);
        }

        @Override
        public void onAdapted(AdaptDecision decision) {
            if (!isOver()) rig.adapted.add(decision);
        }
    }
}
