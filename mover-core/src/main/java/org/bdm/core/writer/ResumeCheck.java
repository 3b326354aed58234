package org.bdm.core.writer;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32C;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.id.Epoch;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;

/** Opens the temporary file of an earlier run and reads back what the journal calls durable. Runs on a check thread. */
final class ResumeCheck {
    private static final int CHUNK_BYTES = 1 << 20;

    private final WriterContext context;
    private final FileToWrite asked;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES);

    ResumeCheck(WriterContext context, FileToWrite asked) {
        this.context = context;
        this.asked = asked;
    }

    /** The file with what survived; a new one of the next epoch if the old one is gone or is another inode. */
    OpenedFile run(FileHistory history) {
        Optional<WritableFile> left = context.area().open(asked.journal().temporaryName(asked.file(), history.epoch()));
        if (left.isEmpty() || left.get().inode() != history.inode()) {
            left.ifPresent(WritableFile::close);
            return copiedOrAnew(history);
        }
        WritableFile temporary = left.get();
        try {
            if (temporary.size() != asked.source().size()) {
                temporary.resize(asked.source().size()); // the power was cut before the size was durable
            }
            return checked(temporary, history);
        } catch (RuntimeException | Error e) {
            temporary.close();
            throw e;
        }
    }

    /** A former holder may still write into its file: what is durable of it goes on in a file of our own. */
    private OpenedFile copiedOrAnew(FileHistory history) {
        String name = asked.journal().leftName(asked.file(), history.epoch());
        Optional<WritableFile> left = context.area().open(name);
        if (left.isEmpty()) return anew(history);
        OpenedFile copied;
        try (WritableFile foreign = left.get()) {
            if (foreign.inode() != history.inode()) return anew(history);
            copied = new KeptCopy(context, asked, this::next).of(foreign, history);
        }
        context.area().delete(name);
        return copied;
    }

    private OpenedFile anew(FileHistory history) {
        Epoch next = new Epoch(history.epoch().number() + 1);
        RangeSet lost = new RangeSet();
        for (DurableBlock block : history.durable()) lost.add(block.range());
        return new OpenedFile(asked.file(), next, context.create(asked, next), List.of(), lost.ranges());
    }

    private OpenedFile checked(WritableFile temporary, FileHistory history) {
        RangeSet surviving = new RangeSet();
        RangeSet damaged = new RangeSet();
        List<DurableBlock> blocks = history.durable();
        for (int i = blocks.size() - 1;
                i >= 0;
                i--) { // newest first: an older block of the same bytes need not be read
            ByteRange range = blocks.get(i).range();
            if (surviving.contains(range)) continue;
            if (matches(temporary, blocks.get(i))) {
                surviving.add(range);
            } else {
                damaged.add(range);
            }
        }
        for (ByteRange range : surviving.ranges()) damaged.remove(range);
        return new OpenedFile(asked.file(), history.epoch(), temporary, surviving.ranges(), damaged.ranges());
    }

    private boolean matches(WritableFile temporary, DurableBlock block) {
        ByteRange range = block.range();
        if (range.endExclusive() > asked.source().size()) return false;
        OptionalInt expected = block.crc32c();
        if (expected.isEmpty()) return isZero(temporary, range);
        CRC32C crc = new CRC32C();
        for (long offset = range.offset(); offset < range.endExclusive(); ) {
            if (!read(temporary, offset, range.endExclusive())) return false;
            offset += buffer.remaining();
            crc.update(buffer);
        }
        return (int) crc.getValue() == expected.getAsInt();
    }

    /** Only data is read: a hole may be longer than a disk. */
    private boolean isZero(WritableFile temporary, ByteRange range) {
        long end = range.endExclusive();
        for (long offset = temporary.holeEnd(range.offset()); offset < end; offset = temporary.holeEnd(offset)) {
            if (!read(temporary, offset, end)) return false;
            offset += buffer.remaining();
            while (buffer.remaining() >= Long.BYTES) {
                if (buffer.getLong() != 0) return false;
            }
            while (buffer.hasRemaining()) {
                if (buffer.get() != 0) return false;
            }
        }
        return true;
    }

    private @Nullable ByteBuffer next(WritableFile file, long offset, long end) {
        return read(file, offset, end) ? buffer : null;
    }

    /** Fills the buffer from the file, up to {@code end}; returns false if the file is shorter. */
    private boolean read(WritableFile temporary, long offset, long end) {
        buffer.clear().limit((int) Math.min(CHUNK_BYTES, end - offset));
        temporary.read(offset, buffer);
        boolean isWhole = !buffer.hasRemaining();
        buffer.flip();
        return isWhole;
    }
}
