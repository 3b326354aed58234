package org.bdm.core.fetch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.DurabilityListener.Refusal;
import org.bdm.core.writer.FileToWrite;
import org.bdm.core.writer.OpenedFile;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.WrittenFile;

/** A block writer in small, on virtual time: keeps to the contract of {@link BlockWriter}, with a real journal and a store in memory. */
final class StepWriter implements BlockWriter {
    private final WorkArea area;
    private final DurabilityListener listener;
    private final StepWorkers steps;
    private final long bytesPerMark;
    private final Map<FileId, Open> files = new HashMap<>();
    private final int filesMax;
    private final Set<FileId> asked = new HashSet<>();
    private long backlogBytes;

    private static final class Open {
        final FileToWrite asked;
        final Epoch epoch;
        final WritableFile temporary;
        final RangeSet covered = new RangeSet();
        long unmarked;
        boolean isFailed;

        Open(FileToWrite asked, Epoch epoch, WritableFile temporary) {
            this.asked = asked;
            this.epoch = epoch;
            this.temporary = temporary;
        }
    }

    StepWriter(WorkArea area, DurabilityListener listener, StepWorkers steps, long bytesPerMark, int filesMax) {
        this.filesMax = filesMax;
        this.area = area;
        this.listener = listener;
        this.steps = steps;
        this.bytesPerMark = bytesPerMark;
    }

    @Override
    public boolean mayOpen() {
        return asked.size() < filesMax;
    }

    @Override
    public void open(FileToWrite file) {
        asked.add(file.file());
        steps.next(file.file(), () -> {
            try {
                Open open = new Open(file, file.epoch(), create(file, file.epoch()));
                files.put(file.file(), open);
                listener.onOpened(new OpenedFile(file.file(), file.epoch(), open.temporary, List.of(), List.of()));
            } catch (MoverException e) {
                listener.onFailed(file.file(), file.epoch(), e);
            }
        });
    }

    @Override
    public void repair(FileToWrite file, Supplier<ReadableFile> damaged, RangeDigests ranges) {
        steps.next(file.file(), () -> {
            Open open = new Open(file, file.epoch(), create(file, file.epoch()));
            try (ReadableFile there = damaged.get()) {
                for (int i = 0; i < ranges.count(); i++) copy(there, open, ranges, i);
            }
            files.put(file.file(), open);
            open.unmarked = 1;
            mark(open);
            listener.onOpened(
                    new OpenedFile(file.file(), file.epoch(), open.temporary, open.covered.ranges(), List.of()));
        });
    }

    private static void copy(ReadableFile there, Open to, RangeDigests ranges, int number) {
        ByteRange range = ranges.range(number);
        ByteBuffer bytes = ByteBuffer.allocate((int) range.length());
        there.read(range.offset(), bytes);
        if (bytes.hasRemaining() || RunningDigest.crc32c(bytes.flip().duplicate()) != ranges.crc32c(number)) return;
        to.temporary.write(range.offset(), bytes);
        to.asked.journal().append(new JournalRecord.BlockKept(to.asked.file(), to.epoch, range, ranges.crc32c(number)));
        to.covered.add(range);
    }

    private WritableFile create(FileToWrite file, Epoch epoch) {
        if (epoch.number() > 1) area.delete(TemporaryName.of(file.file(), new Epoch(epoch.number() - 1), 0));
        WritableFile temporary = area.create(TemporaryName.of(file.file(), epoch, 0), file.destination());
        temporary.resize(file.source().size());
        file.journal().append(new JournalRecord.FileOpened(file.file(), epoch, temporary.inode(), file.source()));
        return temporary;
    }

    @Override
    public void resume(FileToWrite file, FileHistory history) {
        steps.next(file.file(), () -> {
            try {
                resumed(file, history);
            } catch (MoverException e) {
                listener.onFailed(file.file(), file.epoch(), e);
            }
        });
    }

    private void resumed(FileToWrite file, FileHistory history) {
        Optional<WritableFile> left = area.open(TemporaryName.of(file.file(), history.epoch(), 0));
        boolean isSame = left.isPresent() && left.get().inode() == history.inode();
        Epoch epoch = isSame ? history.epoch() : new Epoch(history.epoch().number() + 1);
        Open open = new Open(file, epoch, isSame ? left.get() : create(file, epoch));
        RangeSet damaged = new RangeSet();
        for (DurableBlock block : history.durable()) {
            if (isSame && matches(open.temporary, block)) open.covered.add(block.range());
            else damaged.add(block.range());
        }
        open.covered.ranges().forEach(damaged::remove);
        files.put(file.file(), open);
        listener.onOpened(new OpenedFile(file.file(), epoch, open.temporary, open.covered.ranges(), damaged.ranges()));
    }

    private static boolean matches(WritableFile temporary, DurableBlock block) {
        ByteBuffer bytes = ByteBuffer.allocate((int) block.range().length());
        temporary.read(block.range().offset(), bytes);
        OptionalInt crc = block.crc32c();
        if (crc.isEmpty()) return true; // holes only; the real writer looks
        return !bytes.hasRemaining() && RunningDigest.crc32c(bytes.flip()) == crc.getAsInt();
    }

    @Override
    public void write(BlockTag tag, Loan loan) {
        backlogBytes += tag.range().length();
        steps.next(tag.file(), () -> {
            backlogBytes -= tag.range().length();
            Open open = files.get(tag.file());
            if (open == null || !open.epoch.equals(tag.epoch()) || open.isFailed) {
                loan.release();
                listener.onRefused(tag, Refusal.NOT_OPEN);
                return;
            }
            ByteBuffer bytes = loan.payload(0, (int) tag.range().length());
            if (RunningDigest.crc32c(bytes.duplicate()) != tag.crc32c()) {
                loan.release();
                open.asked.journal().append(new JournalRecord.BlockRefused(tag.file(), tag.epoch(), tag.range()));
                listener.onRefused(tag, Refusal.WRONG_CHECKSUM);
                return;
            }
            try {
                open.temporary.write(tag.range().offset(), bytes);
                open.asked
                        .journal()
                        .append(new JournalRecord.BlockReceived(tag.file(), tag.epoch(), tag.range(), tag.crc32c()));
            } catch (MoverException e) {
                loan.release();
                fail(open, e);
                return;
            }
            long bytesNew = open.covered.add(tag.range());
            listener.onWritten(tag, loan, bytesNew);
            marked(open, tag.range().length());
        });
    }

    private void fail(Open open, MoverException reason) {
        if (open.isFailed) return;
        open.isFailed = true;
        listener.onFailed(open.asked.file(), open.epoch, reason);
    }

    private void marked(Open open, long bytes) {
        open.unmarked += bytes;
        if (open.unmarked >= bytesPerMark) mark(open);
    }

    private void mark(Open open) {
        if (open.isFailed || open.unmarked == 0) return;
        open.unmarked = 0;
        long position = open.asked.journal().position();
        try {
            open.temporary.force();
            open.asked.journal().append(new JournalRecord.BlocksDurable(open.asked.file(), open.epoch, position));
            area.force();
            open.asked.journal().sync();
        } catch (MoverException e) {
            fail(open, e);
            return;
        }
        listener.onDurable(open.asked.file(), open.epoch, open.covered.lengthTotal());
    }

    @Override
    public void writeZero(FileId file, Epoch epoch, ByteRange range) {
        steps.next(file, () -> {
            Open open = files.get(file);
            if (open == null || !open.epoch.equals(epoch) || open.isFailed) return;
            open.asked.journal().append(new JournalRecord.ZeroReceived(file, epoch, range));
            listener.onZeroWritten(file, epoch, range, open.covered.add(range));
            marked(open, 1);
        });
    }

    @Override
    public void writePack(PackToWrite pack) {
        backlogBytes += pack.length();
        steps.next(pack.pieces().get(0).file(), () -> {
            backlogBytes -= pack.length();
            try {
                if (RunningDigest.crc32c(pack.loan().payload(0, pack.length())) != pack.crc32c()) {
                    listener.onPackRefused(pack);
                } else {
                    List<WrittenFile> written = new ArrayList<>();
                    int offset = pack.dataOffset();
                    for (PackToWrite.PackPiece piece : pack.pieces()) {
                        writePiece(piece, pack.loan().payload(offset, piece.length()), written);
                        offset += piece.length();
                    }
                    if (!written.isEmpty()) listener.onPieces(written);
                }
            } finally {
                pack.loan().release();
            }
        });
    }

    private void writePiece(PackToWrite.PackPiece piece, ByteBuffer bytes, List<WrittenFile> written) {
        try {
            WritableFile temporary = area.create(TemporaryName.of(piece.file(), piece.epoch(), 0), piece.destination());
            RunningDigest digest = RunningDigest.of(piece.algorithm());
            digest.update(bytes.duplicate());
            if (bytes.hasRemaining()) temporary.write(0, bytes);
            piece.journal()
                    .append(new JournalRecord.PieceReceived(
                            piece.file(), piece.epoch(), temporary.inode(), piece.length()));
            written.add(new WrittenFile(
                    piece.file(), piece.epoch(), temporary, Optional.of(digest.finish()), Optional.empty()));
        } catch (MoverException e) {
            listener.onFailed(piece.file(), piece.epoch(), e);
        }
    }

    @Override
    public void complete(FileId file, Epoch epoch) {
        steps.next(file, () -> {
            Open open = files.get(file);
            if (open == null || !open.epoch.equals(epoch) || open.isFailed) return;
            if (!open.covered.coversAll(open.asked.source().size())) {
                fail(open, new MoverException(ErrorCode.INTERNAL, file + " is not covered"));
                return;
            }
            open.temporary.resize(open.asked.source().size());
            files.remove(file);
            asked.remove(file);
            listener.onCompleted(new WrittenFile(file, epoch, open.temporary, Optional.empty(), Optional.empty()));
        });
    }

    @Override
    public void discard(FileId file, Epoch epoch, Leftover leftover) {
        steps.next(file, () -> {
            Open open = files.get(file);
            if (open == null || !open.epoch.equals(epoch)) return;
            files.remove(file);
            asked.remove(file);
            open.temporary.close();
            if (leftover == Leftover.DELETE) area.delete(open.temporary.name());
        });
    }

    @Override
    public CompletionStage<Void> sync() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        steps.afterAll(() -> {
            List.copyOf(files.values()).forEach(this::mark);
            done.complete(null);
        });
        return done;
    }

    @Override
    public int threads() {
        return steps.threads();
    }

    @Override
    public int workers() {
        return steps.workers();
    }

    @Override
    public void useWorkers(int number) {
        steps.useWorkers(number);
    }

    @Override
    public long busyNanos() {
        return steps.busyNanos();
    }

    @Override
    public long backlogBytes() {
        return backlogBytes;
    }

    @Override
    public void close() {
        files.values().forEach(open -> open.temporary.close());
        files.clear();
    }
}
