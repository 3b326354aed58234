package org.bdm.core.bench;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.Room;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DiskBlockWriter;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.FileToWrite;
import org.bdm.core.writer.OpenedFile;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.WriterSettings;
import org.bdm.core.writer.WrittenFile;

/**
 * Writes the pieces as files of a work area, with the writers, forces and journal of a transfer. A byte counts when it is durable. Each file
 * is removed once it has been forced, and all of the area at the end.
 */
public final class DiskSink implements BlockSink, DurabilityListener {
    /** Room that has to be there before it begins: what is asked for ahead and what waits to be forced, twice. */
    public static final long ROOM_BYTES = 1L << 30;

    private static final Epoch EPOCH = new Epoch(1);
    private static final FileVersion PIECE = new FileVersion(PathBench.PIECE_BYTES, Instant.EPOCH, Instant.EPOCH, 1);
    private static final StorePath DESTINATION = StorePath.ofUtf8("bench");
    private static final int FORCE_THREADS = 2;

    private final WorkArea area;
    private final TransferJournal journal;
    private final BlockWriter writer;
    private final ExecutorService forces = DiskThreads.named("bench-force", FORCE_THREADS);
    private final Map<FileId, Piece> pieces = new ConcurrentHashMap<>();
    private final AtomicLong held = new AtomicLong();
    private final AtomicInteger finishing = new AtomicInteger();
    private volatile Told told = Told.NOBODY;

    /** Progress of one file. */
    private static final class Piece {
        final AtomicLong written = new AtomicLong();
        final AtomicLong counted = new AtomicLong();
    }

    private DiskSink(WorkArea area, JobId job, WriterSettings settings, ScheduledExecutorService timer) {
        this.area = area;
        this.journal = TransferJournal.open(area, job, ChunkRight.endless(0));
        this.writer = new DiskBlockWriter(area, settings, this, timer);
    }

    /**
     * Makes the work area of the job anew, without what an earlier process left there. Blocks.
     *
     * @param timer only posts; not shut down
     * @throws MoverException NO_SPACE below {@value #ROOM_BYTES} bytes of room; errors of {@link WritableStore}
     */
    public static DiskSink in(WritableStore store, JobId job, WriterSettings settings, ScheduledExecutorService timer) {
        store.workArea(job).remove();
        Room room = store.roomAt(StorePath.ROOT);
        if (room.freeBytes() < ROOM_BYTES) {
            throw new MoverException(
                    ErrorCode.NO_SPACE,
                    "writing a measurement takes 1 GiB of room, and the export has " + (room.freeBytes() >> 20)
                            + " MiB; name another one with --export, or measure with a mode that ends in -mem");
        }
        return new DiskSink(store.workArea(job), job, settings, timer);
    }

    @Override
    public void begin(Told hears) {
        told = hears;
    }

    @Override
    public void open(FileId piece) {
        pieces.put(piece, new Piece());
        writer.open(new FileToWrite(piece, EPOCH, PIECE, DESTINATION, journal));
    }

    @Override
    public void take(BlockTag tag, Loan loan) {
        held.addAndGet(tag.range().length());
        writer.write(tag, loan);
    }

    @Override
    public void takeHole(BlockTag tag) {
        held.addAndGet(tag.range().length());
        writer.writeZero(tag.file(), tag.epoch(), tag.range());
    }

    @Override
    public void lost(FileId piece) {
        Piece gone = pieces.remove(piece);
        if (gone == null) return;
        held.addAndGet(gone.counted.get() - gone.written.get());
        writer.discard(piece, EPOCH, BlockWriter.Leftover.DELETE);
    }

    @Override
    public long bytesHeld() {
        return held.get();
    }

    @Override
    public Load load() {
        return new Load(writer.backlogBytes(), writer.busyNanos(), finishing.get());
    }

    @Override
    public void close() {
        writer.close();
        DiskThreads.close(forces);
        journal.close();
        area.remove();
    }

    // ---- threads of the writer ----

    @Override
    public void onOpened(OpenedFile opened) {
        // Blocks are sent to it without waiting for that: the writer keeps the order.
    }

    @Override
    public void onWritten(BlockTag tag, Loan loan, long bytesNew) {
        loan.release();
        written(tag.file(), bytesNew);
    }

    @Override
    public void onZeroWritten(FileId file, Epoch epoch, ByteRange range, long bytesNew) {
        written(file, bytesNew);
    }

    private void written(FileId file, long bytes) {
        Piece piece = pieces.get(file);
        if (piece != null && piece.written.addAndGet(bytes) == PathBench.PIECE_BYTES) writer.complete(file, EPOCH);
    }

    @Override
    public void onRefused(BlockTag tag, Refusal why) {
        held.addAndGet(-tag.range().length());
        switch (why) {
            case WRONG_CHECKSUM -> told.failed(MemorySink.damaged());
            case BEYOND_END ->
                told.failed(
                        new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the source sent more than was asked for"));
            case NOT_OPEN -> {
                // The piece was lost, or has failed.
            }
        }
    }

    @Override
    public void onDurable(FileId file, Epoch epoch, long bytesDurable) {
        count(file, bytesDurable);
    }

    /** Counts what was not counted of the file before; marks may be told late. */
    private void count(FileId file, long bytesDurable) {
        Piece piece = pieces.get(file);
        if (piece == null) return;
        long before = piece.counted.getAndAccumulate(bytesDurable, Math::max);
        if (bytesDurable <= before) return;
        held.addAndGet(before - bytesDurable);
        told.counted(bytesDurable - before);
    }

    @Override
    public void onCompleted(WrittenFile written) {
        finishing.incrementAndGet();
        try {
            forces.execute(() -> force(written));
        } catch (RejectedExecutionException closing) {
            written.temporary().close();
        }
    }

    private void force(WrittenFile written) {
        try (WritableFile file = WritableFile.of(written.temporary())) {
            file.force();
            area.delete(file.name());
            count(written.file(), PathBench.PIECE_BYTES);
            pieces.remove(written.file());
        } catch (MoverException e) {
            told.failed(e);
        } finally {
            finishing.decrementAndGet();
        }
    }

    @Override
    public void onPieces(List<WrittenFile> written) {
        throw new IllegalStateException("a measurement sends no packs");
    }

    @Override
    public void onPackRefused(PackToWrite pack) {
        throw new IllegalStateException("a measurement sends no packs");
    }

    @Override
    public void onFailed(FileId file, Epoch epoch, MoverException reason) {
        told.failed(reason);
    }
}
