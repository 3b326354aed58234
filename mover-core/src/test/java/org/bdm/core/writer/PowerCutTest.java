package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StoreFaults;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.DiskPipeline.SourceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The machine dies before each single call that changes the disk, comes back, and goes on. The oracle: never half a file under a final name,
 * what was told as placed is there, a mark never claims bytes that are lost, and in the end everything is there.
 */
@Timeout(120)
class PowerCutTest {
    private static final int CALLS_MAX = 2_000;
    private static final int PASSES_MAX = 10;

    private final List<SourceFile> files = List.of(
            SourceFile.of(1, "a/big.nc", 61_000).withHole(new ByteRange(8192, 8192)),
            SourceFile.of(2, "a/b/middle.nc", 20_480),
            SourceFile.of(3, "a/b/empty.nc", 0),
            SourceFile.of(4, "c/small-1.nc", 700).packed(),
            SourceFile.of(5, "c/small-2.nc", 0).packed(),
            SourceFile.of(6, "small-3.nc", 1200).packed());

    @Test
    void keepsEveryPromiseWhereverThePowerIsCut() {
        forEachDeath(MemoryStore::powerCut, faults -> {}, WriterContext.Discipline.TRUE);
    }

    @Test
    void keepsEveryPromiseWhereverTheProcessIsKilled() {
        forEachDeath(MemoryStore::restart, faults -> {}, WriterContext.Discipline.TRUE);
    }

    @Test
    void storeThatSkipsTheDataForceIsNoticed() {
        assertThatThrownBy(() ->
                        forEachDeath(MemoryStore::powerCut, StoreFaults::skipDataForces, WriterContext.Discipline.TRUE))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void storeThatSkipsTheDirectoryForceIsNoticed() {
        assertThatThrownBy(() -> forEachDeath(
                        MemoryStore::powerCut, StoreFaults::skipDirectoryForces, WriterContext.Discipline.TRUE))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void journalThatMarksBeforeSyncingIsNoticed() {
        MarkOrder markFirst = (run, area) -> {
            run.appendMark();
            run.syncJournal();
            run.forceData(area);
        };
        WriterContext.Discipline markingFirst = new WriterContext.Discipline(BlockCheck.CRC32C, markFirst);
        assertThatThrownBy(() -> {
                    // Threads decide whether the one moment that matters is among the deaths of one pass.
                    for (int pass = 0; pass < PASSES_MAX; pass++) {
                        forEachDeath(MemoryStore::powerCut, faults -> {}, markingFirst);
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a mark claims bytes that are lost");
    }

    private void forEachDeath(
            Consumer<MemoryStore> death, Consumer<StoreFaults> lie, WriterContext.Discipline discipline) {
        boolean wasReached = true;
        for (int call = 1; wasReached; call++) {
            assertThat(call).isLessThan(CALLS_MAX);
            wasReached = dieBefore(call, death, lie, discipline);
        }
    }

    /** Whether the run took so many calls. */
    private boolean dieBefore(
            int call, Consumer<MemoryStore> death, Consumer<StoreFaults> lie, WriterContext.Discipline discipline) {
        MemoryStore store = new MemoryStore();
        lie.accept(store.faults());
        AtomicInteger calls = new AtomicInteger();
        store.faults().beforeCall(next -> {
            if (calls.incrementAndGet() >= call) throw new MoverException(ErrorCode.INTERNAL, "dead before " + next);
        });
        Map<FileId, FinishResult> told = firstLife(store, discipline);
        store.faults().beforeCall(next -> {});
        death.accept(store);

        checkFinalNames(store, told, "after death before call " + call);
        checkMarks(store, "after death before call " + call);
        secondLife(store, told, call);
        return calls.get() >= call;
    }

    private Map<FileId, FinishResult> firstLife(MemoryStore store, WriterContext.Discipline discipline) {
        Map<FileId, FinishResult> told = new HashMap<>();
        DiskPipeline pipeline;
        try {
            pipeline = new DiskPipeline(store, discipline);
        } catch (MoverException deadAtOnce) {
            return told;
        }
        pipeline.run(files);
        pipeline.close();
        pipeline.results.forEach((file, result) -> {
            if (result instanceof FinishResult.Placed) told.put(file, result);
        });
        assertThat(pipeline.cache.blocksFree()).as("blocks given back").isEqualTo(256);
        return told;
    }

    private void secondLife(MemoryStore store, Map<FileId, FinishResult> told, int call) {
        List<SourceFile> rest = new ArrayList<>();
        for (SourceFile file : files) {
            if (!told.containsKey(file.id())) rest.add(file);
        }
        DiskPipeline pipeline = new DiskPipeline(store);
        pipeline.run(rest);
        pipeline.close();
        for (SourceFile file : rest) {
            assertThat(pipeline.results.get(file.id()))
                    .as("%s after death before call %d", file.path(), call)
                    .isInstanceOf(FinishResult.Placed.class);
        }
        Map<FileId, FinishResult> all = new HashMap<>(told);
        all.putAll(pipeline.results);
        checkFinalNames(store, all, "in the end, after death before call " + call);
        store.powerCut();
        checkFinalNames(store, all, "in the end and without power, after death before call " + call);
    }

    private void checkFinalNames(MemoryStore store, Map<FileId, FinishResult> told, String when) {
        for (SourceFile file : files) {
            boolean isThere = isThere(store, file);
            if (told.containsKey(file.id())) {
                assertThat(isThere)
                        .as("%s is placed, as was told, %s", file.path(), when)
                        .isTrue();
            }
            if (!isThere) continue;
            assertThat(content(store, file))
                    .as("%s is whole %s", file.path(), when)
                    .isEqualTo(file.content());
            assertThat(store.status(file.path()).orElseThrow().version().modified())
                    .isEqualTo(DiskPipeline.MODIFIED);
        }
    }

    private static boolean isThere(MemoryStore store, SourceFile file) {
        return store.status(file.path()).isPresent();
    }

    private static byte[] content(MemoryStore store, SourceFile file) {
        try (ReadableFile open = store.open(file.path())) {
            ByteBuffer bytes = ByteBuffer.allocate((int) open.status().version().size());
            open.read(0, bytes);
            return bytes.array();
        }
    }

    private void checkMarks(MemoryStore store, String when) {
        var area = store.workArea(DiskPipeline.JOB);
        try (TransferJournal journal = TransferJournal.open(area, DiskPipeline.JOB, ChunkRight.endless(3))) {
            for (FileHistory history : journal.histories().values()) {
                WritableFile temporary = area.open(TemporaryName.of(history.file(), history.epoch(), 0))
                        .orElse(null);
                // Once placed it has left the area. This store renames in two steps, and may lose both names: then it
                // is sent again.
                if (history.durable().isEmpty()
                        || (temporary == null && history.placing().isPresent())) continue;
                assertThat(temporary)
                        .as("a mark claims bytes that are lost with their file, %s", when)
                        .isNotNull();
                for (DurableBlock block : history.durable()) checkMark(temporary, history, block, when);
                temporary.close();
            }
        }
    }

    private void checkMark(WritableFile temporary, FileHistory history, DurableBlock block, String when) {
        ByteBuffer read = ByteBuffer.allocate((int) block.range().length());
        temporary.read(block.range().offset(), read);
        byte[] content = files.get((int) history.file().number() - 1).content();
        byte[] expected = java.util.Arrays.copyOfRange(
                content, (int) block.range().offset(), (int) block.range().endExclusive());
        assertThat(read.array())
                .as("a mark claims bytes that are lost: %s of %s %s", block, history.file(), when)
                .isEqualTo(expected);
    }
}
