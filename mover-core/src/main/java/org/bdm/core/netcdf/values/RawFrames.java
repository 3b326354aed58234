package org.bdm.core.netcdf.values;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes bytes in the frame of a compressor, but not compressed, for the few chunks that are written here.
 *
 * <pre>
 *  zstd:  28 B5 2F FD, A0 (one segment, size of 4 bytes), size (u4), blocks
 *         block: last (bit 0), 0 raw (bits 1, 2), bytes (21 bits); up to 128 KiB of data
 *  blosc: 2, 1, 2 (copied as it is), bytes of an element (u1), size, bytes of a block, size with this header (u4 each), data
 *                                                              little-endian
 * </pre>
 */
final class RawFrames {
    private static final int ZSTD_BLOCK_BYTES_MAX = 128 << 10;
    private static final int BLOSC_HEADER_BYTES = 16;

    private RawFrames() {}

    /** RFC 8878, sections 3.1.1.1 and 3.1.1.2. */
    static byte[] zstd(byte[] values) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(values.length + 32);
        frame.writeBytes(littleEndian(9)
                .put(new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, (byte) 0xA0})
                .putInt(values.length)
                .array());
        for (int at = 0; at < values.length; at += ZSTD_BLOCK_BYTES_MAX) {
            int length = Math.min(ZSTD_BLOCK_BYTES_MAX, values.length - at);
            int last = at + length == values.length ? 1 : 0;
            byte[] header = littleEndian(4).putInt(length << 3 | last).array();
            frame.write(header, 0, 3);
            frame.write(values, at, length);
        }
        return frame.toByteArray();
    }

    /** README_CHUNK_FORMAT.rst of c-blosc 1. */
    static byte[] blosc(byte[] values) {
        return littleEndian(BLOSC_HEADER_BYTES + values.length)
                .put(new byte[] {2, 1, 2, 1})
                .putInt(values.length)
                .putInt(values.length)
                .putInt(BLOSC_HEADER_BYTES + values.length)
                .put(values)
                .array();
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
