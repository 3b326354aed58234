package org.bdm.core.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.wire.Frame.PackPiece;
import org.jspecify.annotations.Nullable;

/**
 * The index at the front of a pack's payload, with a checksum of its own, as it is used before the whole payload is checked.
 *
 * <pre>
 *   0  pieces u32 | 4  data offset u32 | 8  zero u32 | 12  CRC-32C of [0, 12) and [16, data offset)
 *  16  pieces, 64 bytes each:
 *      0 file u64 | 8 epoch u32 | 12 length u32 | 16 size u64 | 24 mtime s i64 | 32 ctime s i64 | 40 mtime ns u32 | 44 ctime ns u32
 *      48 inode u64 | 56 mode u32 | 60 error u16 (0: none) | 62 kind u8 | 63 zero
 *   .. details of the pieces with errors, in order, each u16+n; then zeros up to the data offset
 * </pre>
 */
public final class PackIndex {
    /** Bytes in front of the first piece. */
    static final int FIXED_BYTES = 16;

    /** Bytes of each piece. */
    static final int PIECE_BYTES = 64;

    private static final int DETAILS_BYTES = 1024;
    private static final int DETAIL_BYTES_MAX = 256;
    private static final int DATA_OFFSET_AT = 4;
    private static final int CRC_AT = 12;
    private static final int MODE_MAX = 07777;
    private static final int NANOS = 1_000_000_000;

    private PackIndex() {}

    /**
     * Content of an index that was read.
     *
     * @param dataOffset where the bytes of the first piece are
     */
    record Parsed(List<PackPiece> pieces, int dataOffset) {}

    /**
     * Returns the offset of the data in a pack of so many pieces: known before reading, so that files are read to their place.
     *
     * @param pieces 1 to {@value WireLimits#PACK_PIECES_MAX}
     */
    public static int dataOffset(int pieces) {
        return FIXED_BYTES + PIECE_BYTES * pieces + DETAILS_BYTES;
    }

    /**
     * Returns how many bytes of files are in the first {@code filled} bytes of a payload that is still arriving, as its index says, which is
     * not checked yet: for who looks.
     */
    public static int bytesOfFiles(ByteBuffer payload, int filled) {
        if (filled < FIXED_BYTES) return 0;
        int dataOffset = payload.getInt(payload.position() + DATA_OFFSET_AT);
        return dataOffset < 0 ? 0 : Math.max(0, filled - dataOffset);
    }

    /**
     * Writes the index to {@code [0, dataOffset(pieces.size()))} of {@code payload}, at absolute positions; call before the checksum of the
     * payload is taken. Details that do not fit are cut.
     *
     * @return the data offset
     */
    public static int write(List<PackPiece> pieces, ByteBuffer payload) {
        int dataOffset = dataOffset(pieces.size());
        ByteBuffer out = payload.duplicate().position(0).limit(dataOffset);
        out.putInt(pieces.size()).putInt(dataOffset).putLong(0);
        for (PackPiece piece : pieces) writePiece(piece, out);
        for (PackPiece piece : pieces) {
            if (piece.error() != null) writeDetail(piece.detail(), out);
        }
        while (out.hasRemaining()) out.put((byte) 0);
        out.putInt(CRC_AT, crc(out, dataOffset));
        return dataOffset;
    }

    private static void writePiece(PackPiece piece, ByteBuffer out) {
        FileVersion version = piece.version();
        ErrorCode error = piece.error();
        out.putLong(piece.file().number()).putInt(piece.epoch().number()).putInt(piece.length());
        if (version == null) {
            out.putLong(0).putLong(0).putLong(0).putLong(0).putLong(0);
        } else {
            out.putLong(version.size());
            out.putLong(version.modified().getEpochSecond())
                    .putLong(version.changed().getEpochSecond());
            out.putInt(version.modified().getNano()).putInt(version.changed().getNano());
            out.putLong(version.inode());
        }
        out.putInt(piece.mode());
        out.putShort((short) (error == null ? 0 : error.number()));
        out.put((byte) (error == null ? 0 : ErrorNumbers.numberOf(error.kind())))
                .put((byte) 0);
    }

    private static void writeDetail(String detail, ByteBuffer out) {
        if (out.remaining() < Short.BYTES) return; // the reader takes a missing detail for an empty one
        byte[] bytes = Detail.bytes(detail, Math.min(DETAIL_BYTES_MAX, out.remaining() - Short.BYTES));
        out.putShort((short) bytes.length).put(bytes);
    }

    /** The index of a payload; empty if it arrived damaged. What is undamaged and wrong is a violation. */
    static Optional<Parsed> read(ByteBuffer payload, int payloadLength) {
        ByteBuffer in = payload.duplicate().position(0).limit(payloadLength);
        long count = in.getInt(0) & 0xffffffffL;
        long dataOffset = in.getInt(DATA_OFFSET_AT) & 0xffffffffL;
        if (dataOffset < FIXED_BYTES || dataOffset > payloadLength) return Optional.empty();
        if (crc(in, (int) dataOffset) != in.getInt(CRC_AT)) return Optional.empty();
        if (count < 1 || count > WireLimits.PACK_PIECES_MAX || FIXED_BYTES + PIECE_BYTES * count > dataOffset) {
            throw violation(count + " pieces in an index of " + dataOffset + " bytes");
        }
        in.limit((int) dataOffset);
        List<PackPiece> pieces = pieces(in, (int) count);
        long bytes = 0;
        for (PackPiece piece : pieces) bytes += piece.length();
        if (dataOffset + bytes != payloadLength) {
            throw violation("pieces of " + bytes + " bytes behind an index of " + dataOffset + " in a payload of "
                    + payloadLength);
        }
        return Optional.of(new Parsed(pieces, (int) dataOffset));
    }

    private static List<PackPiece> pieces(ByteBuffer in, int count) {
        ByteBuffer details = in.duplicate().position(FIXED_BYTES + PIECE_BYTES * count);
        List<PackPiece> pieces = new ArrayList<>(count);
        for (int i = 0; i < count; i++) pieces.add(piece(in.position(FIXED_BYTES + PIECE_BYTES * i), details));
        return pieces;
    }

    private static PackPiece piece(ByteBuffer in, ByteBuffer details) {
        FileId file = new FileId(in.getLong());
        Epoch epoch = new Epoch(in.getInt());
        int length = in.getInt();
        long size = in.getLong();
        long modifiedSecond = in.getLong();
        long changedSecond = in.getLong();
        Instant modified = instant(modifiedSecond, in.getInt());
        Instant changed = instant(changedSecond, in.getInt());
        long inode = in.getLong();
        int mode = in.getInt();
        ErrorCode error = error(in.getShort() & 0xffff, in.get());
        if (mode < 0 || mode > MODE_MAX) throw violation("a mode is " + mode);
        if (error != null) {
            if (length != 0) throw violation("a piece has " + length + " bytes and an error");
            return new PackPiece(file, epoch, 0, null, mode, error, detail(details));
        }
        if (length < 0 || length > WireLimits.PACKABLE_BYTES_MAX || length != size) {
            throw violation("a piece has " + length + " bytes of a file of " + size);
        }
        return new PackPiece(file, epoch, length, new FileVersion(size, modified, changed, inode), mode, null, "");
    }

    private static Instant instant(long second, int nano) {
        if (nano < 0
                || nano >= NANOS
                || second < Instant.MIN.getEpochSecond()
                || second > Instant.MAX.getEpochSecond()) {
            throw violation("a time is out of range");
        }
        return Instant.ofEpochSecond(second, nano);
    }

    private static @Nullable ErrorCode error(int number, int kind) {
        if (number == 0) return null;
        return ErrorCode.ofNumber(number).orElseGet(() -> ErrorNumbers.generalCode(ErrorNumbers.kindOf(kind)));
    }

    private static String detail(ByteBuffer details) {
        if (details.remaining() < Short.BYTES) return "";
        int length = details.getShort() & 0xffff;
        if (length > DETAIL_BYTES_MAX || length > details.remaining())
            throw violation("a detail has " + length + " bytes");
        byte[] bytes = new byte[length];
        details.get(bytes);
        return Detail.escaped(new String(bytes, StandardCharsets.UTF_8));
    }

    private static int crc(ByteBuffer index, int dataOffset) {
        CRC32C crc = new CRC32C();
        crc.update(index.duplicate().position(0).limit(CRC_AT));
        crc.update(index.duplicate().limit(dataOffset).position(CRC_AT + Integer.BYTES));
        return (int) crc.getValue();
    }

    private static MoverException violation(String what) {
        return FrameHeader.violation(FrameType.PACK + ": " + what);
    }
}
