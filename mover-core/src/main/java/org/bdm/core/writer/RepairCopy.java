package org.bdm.core.writer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.WritableFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the ranges of a damaged file that have their digest to a new temporary file, and records them. The damaged file is only read. The records
 * are written when all of the copy is on stable storage, so a death before leaves nothing but a file without marks. Runs on a check thread.
 */
final class RepairCopy {
    private static final Logger LOG = LoggerFactory.getLogger(RepairCopy.class);
    private static final int PIECE_BYTES = 1 << 20;
    private static final int RECORDS_AT_ONCE = 1_000;

    private final WriterContext context;
    private final FileToWrite asked;
    private final RangeDigests ranges;
    private final BooleanSupplier isWanted;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(PIECE_BYTES).asReadOnlyBuffer();
    private final RangeSet right = new RangeSet();
    private final RangeSet damaged = new RangeSet();
    private final List<JournalRecord> records = new ArrayList<>();

    RepairCopy(WriterContext context, FileToWrite asked, RangeDigests ranges, BooleanSupplier isWanted) {
        this.context = context;
        this.asked = asked;
        this.ranges = ranges;
        this.isWanted = isWanted;
    }

    /** The new file with what is right; nothing is if the damaged one cannot be opened. */
    OpenedFile of(Supplier<ReadableFile> there) {
        WritableFile own = context.create(asked, asked.epoch());
        try {
            if (ranges.size() == asked.source().size()) copyAll(there, own);
            if (!records.isEmpty()) record(own);
        } catch (RuntimeException | Error e) {
            context.dispose(own);
            throw e;
        }
        return new OpenedFile(asked.file(), asked.epoch(), own, right.ranges(), damaged.ranges());
    }

    private void copyAll(Supplier<ReadableFile> there, WritableFile own) {
        ReadableFile opened;
        try {
            opened = there.get();
        } catch (MoverException e) {
            LOG.info("nothing is kept of {}: {}", asked.destination(), e.detail());
            return;
        }
        try (ReadableFile file = opened) {
            for (int i = 0; i < ranges.count(); i++) copy(file, own, i);
        }
    }

    private void copy(ReadableFile file, WritableFile own, int number) {
        if (!isWanted.getAsBoolean() || context.closing().get())
            throw new MoverException(ErrorCode.STOPPING, "the repair of " + asked.destination() + " was stopped");
        ByteRange range = ranges.range(number);
        CRC32C crc = new CRC32C();
        boolean isWhole = true;
        for (long offset = range.offset(); isWhole && offset < range.endExclusive(); ) {
            int length = (int) Math.min(PIECE_BYTES, range.endExclusive() - offset);
            isWhole = copyPiece(file, own, offset, length, crc);
            offset += length;
        }
        if (isWhole && (int) crc.getValue() == ranges.crc32c(number)) {
            right.add(range);
            records.add(new JournalRecord.BlockKept(asked.file(), asked.epoch(), range, ranges.crc32c(number)));
        } else {
            damaged.add(range);
        }
    }

    /** False if the bytes cannot be had. What the disk cannot read is damaged like any other; what it cannot write is thrown. */
    private boolean copyPiece(ReadableFile file, WritableFile own, long offset, int length, CRC32C crc) {
        try {
            if (file.holeEnd(offset) >= offset + length
                    && file.status().version().size() >= offset + length) {
                crc.update(zeros.duplicate().limit(length)); // a new file is a hole
                return true;
            }
            file.read(offset, piece.clear().limit(length));
        } catch (MoverException e) {
            LOG.info("{} cannot be read at {}: {}", asked.destination(), offset, e.detail());
            return false;
        }
        if (piece.hasRemaining()) return false;
        crc.update(piece.flip());
        own.write(offset, piece.rewind());
        return true;
    }

    private void record(WritableFile own) {
        own.force();
        context.area().force();
        for (int from = 0; from < records.size(); from += RECORDS_AT_ONCE) {
            asked.journal().append(records.subList(from, Math.min(records.size(), from + RECORDS_AT_ONCE)));
        }
        asked.journal()
                .append(new JournalRecord.BlocksDurable(
                        asked.file(), asked.epoch(), asked.journal().position()));
        asked.journal().sync();
    }
}
