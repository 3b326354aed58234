package org.bdm.core.writer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.CRC32C;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.id.Epoch;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;

/**
 * Copies the durable blocks of a file that another process may still write into, to a file of our own, and records them. Each is checked as it is
 * read; what is wrong is asked for again. The records are written when all of the copy is on stable storage, so a death before leaves the former
 * file as it was. Runs on a check thread.
 */
final class KeptCopy {
    private static final int RECORDS_AT_ONCE = 1_000;

    private final WriterContext context;
    private final FileToWrite asked;
    private final Reading reading;
    private final RangeSet surviving = new RangeSet();
    private final RangeSet damaged = new RangeSet();
    private final List<JournalRecord> records = new ArrayList<>();

    KeptCopy(WriterContext context, FileToWrite asked, Reading reading) {
        this.context = context;
        this.asked = asked;
        this.reading = reading;
    }

    /** Reads the next bytes of a file into a buffer, which is then valid until the next call; null at its end. */
    interface Reading {
        /** Bytes from {@code offset} on, up to {@code end} or as many as fit. */
        @Nullable ByteBuffer next(WritableFile file, long offset, long end);
    }

    OpenedFile of(WritableFile foreign, FileHistory history) {
        Epoch next = new Epoch(history.epoch().number() + 1);
        WritableFile own =
                context.area().create(asked.journal().temporaryName(asked.file(), next), asked.destination());
        try {
            if (asked.source().size() > 0) own.resize(asked.source().size());
            records.add(new JournalRecord.FileOpened(asked.file(), next, own.inode(), asked.source()));
            List<DurableBlock> blocks = history.durable();
            for (int i = blocks.size() - 1; i >= 0; i--) copy(foreign, own, next, blocks.get(i)); // the newest counts
            own.force();
            context.area().force();
            record(next);
        } catch (RuntimeException | Error e) {
            context.dispose(own);
            throw e;
        }
        for (ByteRange range : surviving.ranges()) damaged.remove(range);
        return new OpenedFile(asked.file(), next, own, surviving.ranges(), damaged.ranges());
    }

    private void copy(WritableFile foreign, WritableFile own, Epoch next, DurableBlock block) {
        ByteRange range = block.range();
        if (surviving.contains(range)) return;
        OptionalInt expected = block.crc32c();
        boolean isRight = range.endExclusive() <= asked.source().size()
                && (expected.isEmpty() || copyBytes(foreign, own, range) == expected.getAsInt());
        if (!isRight) {
            damaged.add(range);
        } else {
            surviving.add(range);
            records.add(
                    expected.isEmpty()
                            ? new JournalRecord.ZeroReceived(asked.file(), next, range) // a new file is a hole
                            : new JournalRecord.BlockKept(asked.file(), next, range, expected.getAsInt()));
        }
    }

    private int copyBytes(WritableFile foreign, WritableFile own, ByteRange range) {
        CRC32C crc = new CRC32C();
        for (long offset = range.offset(); offset < range.endExclusive(); ) {
            ByteBuffer bytes = reading.next(foreign, offset, range.endExclusive());
            if (bytes == null) break;
            crc.update(bytes.duplicate());
            int length = bytes.remaining();
            own.write(offset, bytes);
            offset += length;
        }
        return (int) crc.getValue();
    }

    private void record(Epoch next) {
        for (int from = 0; from < records.size(); from += RECORDS_AT_ONCE) {
            asked.journal().append(records.subList(from, Math.min(records.size(), from + RECORDS_AT_ONCE)));
        }
        asked.journal()
                .append(new JournalRecord.BlocksDurable(
                        asked.file(), next, asked.journal().position()));
        asked.journal().sync();
    }
}
