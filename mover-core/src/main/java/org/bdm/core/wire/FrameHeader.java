package org.bdm.core.wire;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;

/**
 * The 64 bytes in front of every payload; big-endian.
 *
 * <pre>
 *   0  magic u16 = "BM"   2  version u8 = 1   3  type u8   4  flags u16   6  zero u16
 *   8  payload length u32                    12  epoch u32
 *  16  request u64                           24  file u64
 *  32  offset u64 (below 2^63)               40  length u32           44  payload CRC-32C u32
 *  48  zero, 12 bytes                        60  CRC-32C of bytes 0 to 59
 * </pre>
 *
 * @param number of the type; unknown only for frames that are to be skipped
 * @param flags bit 0: OPTIONAL
 * @param payloadLength bytes that follow, within the bounds of the type
 * @param length of a range, unsigned 32 bits
 */
public record FrameHeader(
        int number,
        int flags,
        int payloadLength,
        int epoch,
        long request,
        long file,
        long offset,
        long length,
        int payloadCrc32c) {
    static final int MAGIC = 0x424d;
    static final int LAYOUT_VERSION = 1;
    static final int FLAG_OPTIONAL = 1;
    private static final int CRC_AT = 60;

    /**
     * Reads 64 bytes. Nothing in them is believed before their checksum is right.
     *
     * @throws MoverException CONNECTION_LOST if the checksum is wrong; PROTOCOL_VIOLATION if a value is out of bounds
     */
    public static FrameHeader read(ByteBuffer bytes) {
        int at = bytes.position();
        int computed = RunningDigest.crc32c(bytes, at, CRC_AT);
        if (computed != bytes.getInt(at + CRC_AT)) {
            throw new MoverException(
                    ErrorCode.CONNECTION_LOST, "the header of a frame arrived damaged: its checksum is wrong");
        }
        int magic = bytes.getShort(at) & 0xffff;
        int version = bytes.get(at + 2) & 0xff;
        if (magic != MAGIC || version != LAYOUT_VERSION) {
            throw violation("a header begins with " + Integer.toHexString(magic) + " and layout version " + version);
        }
        int number = bytes.get(at + 3) & 0xff;
        int flags = bytes.getShort(at + 4) & 0xffff;
        long payloadLength = bytes.getInt(at + 8) & 0xffffffffL;
        Optional<FrameType> type = FrameType.ofNumber(number);
        checkPayloadLength(type, number, flags, payloadLength);
        FrameHeader header = new FrameHeader(
                number,
                flags,
                (int) payloadLength,
                bytes.getInt(at + 12),
                bytes.getLong(at + 16),
                bytes.getLong(at + 24),
                bytes.getLong(at + 32),
                bytes.getInt(at + 40) & 0xffffffffL,
                bytes.getInt(at + 44));
        if (number == FrameType.BLOCK.number()) header.checkBlock();
        return header;
    }

    private static void checkPayloadLength(Optional<FrameType> type, int number, int flags, long payloadLength) {
        if (type.isEmpty()) {
            if ((flags & FLAG_OPTIONAL) == 0) throw violation("a frame has the unknown type " + number);
            if (payloadLength <= WireLimits.SKIPPED_BYTES_MAX) return;
            throw violation("an unknown frame of type " + number + " has " + payloadLength + " bytes");
        }
        FrameType known = type.get();
        if (payloadLength < known.payloadMin() || payloadLength > known.payloadMax()) {
            throw violation(known + " has a payload of " + payloadLength + " bytes, allowed are " + known.payloadMin()
                    + " to " + known.payloadMax());
        }
    }

    private void checkBlock() {
        if (length != payloadLength) {
            throw violation("BLOCK has a range of " + length + " bytes and a payload of " + payloadLength);
        }
        if (offset < 0 || offset > Long.MAX_VALUE - length)
            throw violation("BLOCK has the offset " + offset + ", beyond the end of any file");
    }

    /** True when the payload is bytes of files: it goes to a loan, and the frame is made by {@link FrameReader#bulkFrame}. */
    public boolean isBulk() {
        return FrameType.ofNumber(number).map(FrameType::isBulk).orElse(false);
    }

    /** True when the payload has an index in front of the bytes of its files. */
    public boolean isPack() {
        return number == FrameType.PACK.number();
    }

    /** True when the payload is to be thrown away. */
    public boolean isSkipped() {
        return FrameType.ofNumber(number).isEmpty();
    }

    FrameType knownType() {
        return FrameType.ofNumber(number).orElseThrow(() -> violation("a frame has the unknown type " + number));
    }

    BlockTag blockTag() {
        return new BlockTag(new FileId(file), new Epoch(epoch), new ByteRange(offset, length), payloadCrc32c);
    }

    RequestId requestId() {
        return new RequestId(request);
    }

    FrameHeader withRange(ByteRange range) {
        return new FrameHeader(
                number, flags, payloadLength, epoch, request, file, range.offset(), range.length(), payloadCrc32c);
    }

    /** Writes 64 bytes with their checksum; the position moves behind them. */
    void write(ByteBuffer out) {
        int at = out.position();
        out.putShort((short) MAGIC).put((byte) LAYOUT_VERSION).put((byte) number);
        out.putShort((short) flags).putShort((short) 0);
        out.putInt(payloadLength).putInt(epoch).putLong(request).putLong(file);
        out.putLong(offset).putInt((int) length).putInt(payloadCrc32c).putInt(0).putLong(0);
        out.putInt(RunningDigest.crc32c(out, at, CRC_AT));
    }

    static MoverException violation(String what) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the other side broke the protocol: " + what);
    }
}
