package org.bdm.core.journal;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileVersion;

/**
 * The bytes of a journal, big-endian; docs/journal.md says the same in words.
 *
 * <pre>
 * header    0                 8         10        12            16                24            28
 *           +-----------------+---------+---------+-------------+-----------------+-------------+-----------+
 *           | "BDMJRNL\n"     | version | 0       | chunk u32   | job u64         | 0           | CRC-32C   |
 *           +-----------------+---------+---------+-------------+-----------------+-------------+-----------+
 * record    0         2      3     4                 12            16            length - 4
 *           +---------+------+-----+-----------------+-------------+-- .. -------+-----------+
 *           | length  | type | 0   | file u64        | epoch u32   | body        | CRC-32C   |
 *           +---------+------+-----+-----------------+-------------+-- .. -------+-----------+
 * </pre>
 *
 * The CRC of a record is over its offset in the journal (u64) and then all its bytes before the CRC, so that a record read at another place
 * is not taken for one.
 */
final class JournalFormat {
    static final int HEADER_BYTES = 32;
    static final int VERSION = 1;
    static final int RECORD_BYTES_MAX = 256;

    private static final byte[] MAGIC = "BDMJRNL\n".getBytes(StandardCharsets.US_ASCII);
    private static final int RECORD_HEADER_BYTES = 16;
    private static final int CRC_BYTES = 4;
    private static final int RECORD_BYTES_MIN = RECORD_HEADER_BYTES + CRC_BYTES;

    private static final byte FILE_OPENED = 1;
    private static final byte BLOCK_RECEIVED = 2;
    private static final byte ZERO_RECEIVED = 3;
    private static final byte BLOCK_REFUSED = 4;
    private static final byte PIECE_RECEIVED = 5;
    private static final byte BLOCKS_DURABLE = 6;
    private static final byte PLACING = 7;
    private static final byte BLOCK_KEPT = 8;

    private JournalFormat() {}

    static ByteBuffer header(JobId job, int chunk) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.put(MAGIC)
                .putShort((short) VERSION)
                .putShort((short) 0)
                .putInt(chunk)
                .putLong(job.number())
                .putInt(0);
        header.putInt(RunningDigest.crc32c(header.duplicate().flip()));
        return header.flip();
    }

    /** True when these are the first bytes of the journal of this chunk. */
    static boolean isHeader(ByteBuffer bytes, JobId job, int chunk) {
        return bytes.equals(header(job, chunk));
    }

    /** Appends the record to {@code target}, as it stands at this offset of the journal. */
    static void encode(JournalRecord record, long position, ByteBuffer target) {
        int start = target.position();
        target.putShort((short) 0).put(type(record)).put((byte) 0);
        target.putLong(record.file().number()).putInt(record.epoch().number());
        putBody(record, target);
        int end = target.position();
        target.putShort(start, (short) (end - start + CRC_BYTES));
        target.putInt(crc(position, target, start, end));
    }

    /**
     * Reads the record at the buffer's position.
     *
     * @return its length, and the record unless its type is unknown; empty if there is no whole, good record
     */
    static Optional<Decoded> decode(ByteBuffer source, long position) {
        int start = source.position();
        if (source.remaining() < RECORD_BYTES_MIN) return Optional.empty();
        int length = Short.toUnsignedInt(source.getShort(start));
        if (length < RECORD_BYTES_MIN || length > RECORD_BYTES_MAX || length > source.remaining())
            return Optional.empty();
        int end = start + length - CRC_BYTES;
        if (source.getInt(end) != crc(position, source, start, end)) return Optional.empty();
        ByteBuffer fields = source.duplicate().position(start + 2).limit(end);
        try {
            Optional<JournalRecord> record = record(fields);
            source.position(start + length);
            return Optional.of(new Decoded(length, record));
        } catch (IllegalArgumentException
                | BufferUnderflowException
                | ArithmeticException
                | DateTimeException
                | NoSuchElementException impossibleValue) {
            return Optional.empty(); // a good checksum over impossible values: ends the journal like a torn record
        }
    }

    private static int crc(long position, ByteBuffer bytes, int start, int end) {
        CRC32C crc = new CRC32C();
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) crc.update((int) (position >>> shift));
        int positionBefore = bytes.position();
        int limitBefore = bytes.limit();
        crc.update(bytes.limit(end).position(start)); // not a duplicate: this runs for every block
        bytes.limit(limitBefore).position(positionBefore);
        return (int) crc.getValue();
    }

    private static byte type(JournalRecord record) {
        if (record instanceof JournalRecord.FileOpened) return FILE_OPENED;
        if (record instanceof JournalRecord.BlockReceived) return BLOCK_RECEIVED;
        if (record instanceof JournalRecord.ZeroReceived) return ZERO_RECEIVED;
        if (record instanceof JournalRecord.BlockRefused) return BLOCK_REFUSED;
        if (record instanceof JournalRecord.PieceReceived) return PIECE_RECEIVED;
        if (record instanceof JournalRecord.BlocksDurable) return BLOCKS_DURABLE;
        if (record instanceof JournalRecord.BlockKept) return BLOCK_KEPT;
        return PLACING;
    }

    private static void putBody(JournalRecord record, ByteBuffer target) {
        if (record instanceof JournalRecord.FileOpened opened) {
            FileVersion source = opened.source();
            target.putLong(opened.inode()).putLong(source.size());
            putInstant(source.modified(), target);
            putInstant(source.changed(), target);
            target.putLong(source.inode());
        } else if (record instanceof JournalRecord.BlockReceived block) {
            putRange(block.range(), target);
            target.putInt(block.crc32c());
        } else if (record instanceof JournalRecord.BlockKept kept) {
            putRange(kept.range(), target);
            target.putInt(kept.crc32c());
        } else if (record instanceof JournalRecord.ZeroReceived zero) {
            putRange(zero.range(), target);
        } else if (record instanceof JournalRecord.BlockRefused refused) {
            putRange(refused.range(), target);
        } else if (record instanceof JournalRecord.PieceReceived piece) {
            target.putLong(piece.inode()).putLong(piece.length());
        } else if (record instanceof JournalRecord.BlocksDurable mark) {
            target.putLong(mark.position());
        } else if (record instanceof JournalRecord.Placing placing) {
            Checksum digest = placing.evidence().digest();
            target.putLong(placing.inode()).putLong(placing.size());
            putInstant(placing.modified(), target);
            target.put((byte) placing.evidence().level().code());
            target.put((byte) digest.algorithm().code()).put(digest.value());
        }
    }

    private static Optional<JournalRecord> record(ByteBuffer in) {
        byte type = in.get();
        in.get(); // reserved
        FileId file = new FileId(in.getLong());
        Epoch epoch = new Epoch(in.getInt());
        return Optional.ofNullable(
                switch (type) {
                    case FILE_OPENED -> fileOpened(file, epoch, in);
                    case BLOCK_RECEIVED -> new JournalRecord.BlockReceived(file, epoch, range(in), in.getInt());
                    case BLOCK_KEPT -> new JournalRecord.BlockKept(file, epoch, range(in), in.getInt());
                    case ZERO_RECEIVED -> new JournalRecord.ZeroReceived(file, epoch, range(in));
                    case BLOCK_REFUSED -> new JournalRecord.BlockRefused(file, epoch, range(in));
                    case PIECE_RECEIVED ->
                        new JournalRecord.PieceReceived(file, epoch, in.getLong(), notNegative(in.getLong()));
                    case BLOCKS_DURABLE -> new JournalRecord.BlocksDurable(file, epoch, in.getLong());
                    case PLACING -> placing(file, epoch, in);
                    default -> null; // of a newer version: skipped, what it would add is not needed to be right
                });
    }

    private static JournalRecord fileOpened(FileId file, Epoch epoch, ByteBuffer in) {
        long inode = in.getLong();
        long size = notNegative(in.getLong());
        Instant modified = instant(in);
        Instant changed = instant(in);
        return new JournalRecord.FileOpened(file, epoch, inode, new FileVersion(size, modified, changed, in.getLong()));
    }

    private static JournalRecord placing(FileId file, Epoch epoch, ByteBuffer in) {
        long inode = in.getLong();
        long size = notNegative(in.getLong());
        Instant modified = instant(in);
        EvidenceLevel level = level(in.get());
        ChecksumAlgorithm algorithm = ChecksumAlgorithm.ofCode(in.get()).orElseThrow();
        byte[] value = new byte[in.remaining()];
        in.get(value);
        Evidence evidence = new Evidence(level, new Checksum(algorithm, value));
        return new JournalRecord.Placing(file, epoch, inode, size, modified, evidence);
    }

    private static EvidenceLevel level(int code) {
        for (EvidenceLevel level : EvidenceLevel.values()) {
            if (level.code() == code) return level;
        }
        throw new IllegalArgumentException("unknown code of an evidence level: " + code);
    }

    private static void putInstant(Instant instant, ByteBuffer target) {
        target.putLong(instant.getEpochSecond()).putInt(instant.getNano());
    }

    private static Instant instant(ByteBuffer in) {
        return Instant.ofEpochSecond(in.getLong(), in.getInt());
    }

    private static void putRange(ByteRange range, ByteBuffer target) {
        target.putLong(range.offset()).putLong(range.length());
    }

    private static ByteRange range(ByteBuffer in) {
        return new ByteRange(in.getLong(), in.getLong());
    }

    private static long notNegative(long value) {
        if (value < 0) throw new IllegalArgumentException("size is negative: " + value);
        return value;
    }

    /** A record that was read; without one if its type is unknown. */
    record Decoded(int length, Optional<JournalRecord> record) {}
}
