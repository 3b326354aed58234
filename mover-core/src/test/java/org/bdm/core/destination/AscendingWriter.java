package org.bdm.core.destination;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
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
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.DurabilityListener.Refusal;
import org.bdm.core.writer.FileToWrite;
import org.bdm.core.writer.OpenedFile;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.WrittenFile;
import org.jspecify.annotations.Nullable;

/** Appends to uploads, on one thread. What comes before its turn waits with its loan: at most the rest of one range of a file. */
final class AscendingWriter implements BlockWriter {
    private static final int BLOCKS_PER_MARK = 4;

    /** Blocks of one range, as the tests ask for them. */
    private static final int EARLY_MAX = 8;

    private final AscendingDestination at;
    private final DurabilityListener listener;
    private final int life;
    private final ExecutorService thread = DiskThreads.named("ascending-writer", 1);
    private final Map<FileId, Open> files = new HashMap<>();

    AscendingWriter(AscendingDestination at, DurabilityListener listener) {
        this.at = at;
        this.listener = listener;
        this.life = at.life();
    }

    /** A file that takes bytes. */
    private static final class Open {
        final FileToWrite asked;
        final Epoch epoch;
        final Upload upload;
        final TreeMap<Long, Early> early = new TreeMap<>();
        int unmarked;

        Open(FileToWrite asked, Epoch epoch, Upload upload) {
            this.asked = asked;
            this.epoch = epoch;
            this.upload = upload;
        }

        void letGo() {
            early.values().forEach(Early::release);
            early.clear();
        }
    }

    /** Bytes, or zeros, that wait for those before them. */
    private record Early(
            ByteRange range,
            @Nullable BlockTag tag,
            @Nullable Loan loan) {
        void release() {
            if (loan != null) loan.release();
        }
    }

    @Override
    public void open(FileToWrite file) {
        does(file.file(), file.epoch(), () -> opened(file, file.epoch(), List.of()));
    }

    private void opened(FileToWrite file, Epoch epoch, List<ByteRange> damaged) {
        if (epoch.number() > 1)
            at.uploads().remove(file.journal().temporaryName(file.file(), new Epoch(epoch.number() - 1)));
        Upload upload = at.begun(file.journal().temporaryName(file.file(), epoch));
        file.journal().append(new JournalRecord.FileOpened(file.file(), epoch, upload.number(), file.source()));
        files.put(file.file(), new Open(file, epoch, upload));
        listener.onOpened(new OpenedFile(file.file(), epoch, upload.asFile(), List.of(), damaged));
    }

    @Override
    public void resume(FileToWrite file, FileHistory history) {
        does(file.file(), file.epoch(), () -> {
            Upload left = at.uploads().get(file.journal().temporaryName(file.file(), history.epoch()));
            List<ByteRange> durable =
                    history.durable().stream().map(DurableBlock::range).toList();
            long end = left == null || left.number() != history.inode() ? 0 : intact(left, history);
            if (end == 0) {
                opened(file, new Epoch(history.epoch().number() + 1), durable);
                return;
            }
            left.goOn(end, life);
            files.put(file.file(), new Open(file, history.epoch(), left));
            ByteRange surviving = new ByteRange(0, end);
            List<ByteRange> damaged =
                    durable.stream().filter(range -> range.offset() >= end).toList();
            listener.onOpened(new OpenedFile(file.file(), history.epoch(), left.asFile(), List.of(surviving), damaged));
        });
    }

    /** Bytes from the first one on that are as the journal says. */
    private static long intact(Upload left, FileHistory history) {
        TreeMap<Long, DurableBlock> inOrder = new TreeMap<>();
        for (DurableBlock block : history.durable()) inOrder.put(block.range().offset(), block);
        byte[] content = left.content();
        long end = 0;
        for (DurableBlock block : inOrder.values()) {
            ByteRange range = block.range();
            if (range.offset() != end || range.endExclusive() > content.length) break;
            OptionalInt crc = block.crc32c();
            ByteBuffer bytes = ByteBuffer.wrap(content, (int) range.offset(), (int) range.length());
            if (crc.isPresent() && RunningDigest.crc32c(bytes) != crc.getAsInt()) break;
            end = range.endExclusive();
        }
        return end;
    }

    @Override
    public void repair(FileToWrite file, Supplier<ReadableFile> damaged, RangeDigests ranges) {
        open(file); // nothing is taken over from an object that is damaged
    }

    @Override
    public void write(BlockTag tag, Loan loan) {
        try {
            thread.execute(() -> onBlock(tag, loan));
        } catch (RejectedExecutionException closed) {
            loan.release();
        }
    }

    private void onBlock(BlockTag tag, Loan loan) {
        Open file = files.get(tag.file());
        ByteRange range = tag.range();
        Refusal refusal = null;
        if (file == null || !file.epoch.equals(tag.epoch())) refusal = Refusal.NOT_OPEN;
        else if (range.endExclusive() > file.asked.source().size()) refusal = Refusal.BEYOND_END;
        else if (RunningDigest.crc32c(loan.payload(0, (int) range.length())) != tag.crc32c())
            refusal = Refusal.WRONG_CHECKSUM;
        if (file == null || refusal != null) {
            loan.release();
            listener.onRefused(tag, refusal == null ? Refusal.NOT_OPEN : refusal);
            return;
        }
        take(file, new Early(range, tag, loan));
    }

    @Override
    public void writeZero(FileId id, Epoch epoch, ByteRange range) {
        thread.execute(() -> {
            Open file = files.get(id);
            if (file != null && file.epoch.equals(epoch)) take(file, new Early(range, null, null));
        });
    }

    private void take(Open file, Early next) {
        Early before = file.early.put(next.range.offset(), next);
        if (before != null) before.release(); // it came twice
        try {
            while (!file.early.isEmpty() && file.early.firstKey() <= file.upload.size()) {
                append(file, file.early.pollFirstEntry().getValue());
            }
            if (file.early.size() > EARLY_MAX)
                throw new MoverException(ErrorCode.INTERNAL, file.asked.file() + " was asked for out of its order");
        } catch (MoverException e) {
            fail(file, e);
        }
    }

    private void append(Open file, Early next) {
        ByteRange range = next.range;
        boolean isNew = range.offset() == file.upload.size();
        BlockTag tag = next.tag;
        Loan loan = next.loan;
        if (tag == null || loan == null) {
            if (isNew) file.upload.append(ByteBuffer.allocate((int) range.length()), life);
            file.asked.journal().append(new JournalRecord.ZeroReceived(file.asked.file(), file.epoch, range));
            listener.onZeroWritten(file.asked.file(), file.epoch, range, isNew ? range.length() : 0);
        } else {
            try {
                if (isNew) file.upload.append(loan.payload(0, (int) range.length()), life);
                file.asked
                        .journal()
                        .append(new JournalRecord.BlockReceived(tag.file(), tag.epoch(), range, tag.crc32c()));
            } catch (MoverException e) {
                loan.release();
                throw e;
            }
            listener.onWritten(tag, loan, isNew ? range.length() : 0);
        }
        if (++file.unmarked >= BLOCKS_PER_MARK) mark(file);
    }

    private void mark(Open file) {
        if (file.unmarked == 0) return;
        file.unmarked = 0;
        long position = file.asked.journal().position();
        long durable = file.upload.prove();
        file.asked.journal().append(new JournalRecord.BlocksDurable(file.asked.file(), file.epoch, position));
        file.asked.journal().sync();
        listener.onDurable(file.asked.file(), file.epoch, durable);
    }

    private void fail(Open file, MoverException reason) {
        file.letGo();
        files.remove(file.asked.file());
        listener.onFailed(file.asked.file(), file.epoch, reason);
    }

    @Override
    public void writePack(PackToWrite pack) {
        try {
            thread.execute(() -> onPack(pack));
        } catch (RejectedExecutionException closed) {
            pack.loan().release();
        }
    }

    private void onPack(PackToWrite pack) {
        try {
            if (RunningDigest.crc32c(pack.loan().payload(0, pack.length())) != pack.crc32c()) {
                listener.onPackRefused(pack);
                return;
            }
            List<WrittenFile> written = new ArrayList<>();
            int offset = pack.dataOffset();
            for (PackToWrite.PackPiece piece : pack.pieces()) {
                written.add(written(piece, pack.loan().payload(offset, piece.length())));
                offset += piece.length();
            }
            listener.onPieces(written);
        } finally {
            pack.loan().release();
        }
    }

    private WrittenFile written(PackToWrite.PackPiece piece, ByteBuffer bytes) {
        Upload upload = at.begun(piece.journal().temporaryName(piece.file(), piece.epoch()));
        RunningDigest digest = RunningDigest.of(piece.algorithm());
        digest.update(bytes.duplicate());
        upload.append(bytes, life);
        piece.journal()
                .append(new JournalRecord.PieceReceived(piece.file(), piece.epoch(), upload.number(), piece.length()));
        return new WrittenFile(
                piece.file(), piece.epoch(), upload.asFile(), Optional.of(digest.finish()), Optional.empty());
    }

    @Override
    public void complete(FileId id, Epoch epoch) {
        thread.execute(() -> {
            Open file = files.get(id);
            if (file == null || !file.epoch.equals(epoch)) return;
            if (file.upload.size() != file.asked.source().size()) {
                fail(file, new MoverException(ErrorCode.INTERNAL, id + " is not covered"));
                return;
            }
            file.letGo();
            files.remove(id);
            listener.onCompleted(new WrittenFile(id, epoch, file.upload.asFile(), Optional.empty(), Optional.empty()));
        });
    }

    @Override
    public void discard(FileId id, Epoch epoch, Leftover leftover) {
        thread.execute(() -> {
            Open file = files.get(id);
            if (file == null || !file.epoch.equals(epoch)) return;
            file.letGo();
            files.remove(id);
            if (leftover == Leftover.DELETE)
                at.uploads().remove(file.asked.journal().temporaryName(id, epoch));
        });
    }

    private void does(FileId file, Epoch epoch, Runnable step) {
        thread.execute(() -> {
            try {
                step.run();
            } catch (MoverException e) {
                listener.onFailed(file, epoch, e);
            }
        });
    }

    @Override
    public CompletionStage<Void> sync() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        thread.execute(() -> {
            for (Open file : List.copyOf(files.values())) {
                try {
                    mark(file);
                } catch (MoverException e) {
                    fail(file, e);
                }
            }
            done.complete(null);
        });
        return done;
    }

    @Override
    public long backlogBytes() {
        return 0;
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public int workers() {
        return 1;
    }

    @Override
    public void useWorkers(int number) {
        // One file grows after the other.
    }

    @Override
    public void close() {
        DiskThreads.close(thread);
        files.values().forEach(Open::letGo);
        files.clear();
    }
}
