package org.bdm.core.netcdf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads fields of a part of a file one after the other. What reads over its end is FILE_MALFORMED with the offset in the file. One thread. */
public final class FieldCursor {
    private final ByteBuffer bytes;
    private final long start;

    /**
     * Reads these bytes.
     *
     * @param start their offset in the file, for errors
     */
    public FieldCursor(byte[] bytes, long start, ByteOrder order) {
        this(ByteBuffer.wrap(bytes).order(order), start);
    }

    private FieldCursor(ByteBuffer bytes, long start) {
        this.bytes = bytes;
        this.start = start;
    }

    /** Offset in the file of the next byte. */
    public long offset() {
        return start + bytes.position();
    }

    /** Number of bytes that are left. */
    public int remaining() {
        return bytes.remaining();
    }

    /** One unsigned byte. */
    public int u1() {
        return require(1).get() & 0xFF;
    }

    /** Two bytes, unsigned. */
    public int u2() {
        return require(2).getShort() & 0xFFFF;
    }

    /** Four bytes, unsigned. */
    public long u4() {
        return require(4).getInt() & 0xFFFF_FFFFL;
    }

    /** Eight bytes, as they are. */
    public long i8() {
        return require(8).getLong();
    }

    /**
     * A count or an offset of so many bytes, least significant byte first.
     *
     * @param width 1 to 8
     * @throws org.bdm.core.fault.MoverException FILE_MALFORMED if it is 2^63 or more
     */
    public long unsigned(int width) {
        long at = offset();
        long value = rawUnsigned(width);
        if (value < 0) throw StructureFault.malformed(at, "a number is too large: " + Long.toUnsignedString(value));
        return value;
    }

    /** As {@link #unsigned}, with numbers of 2^63 and more as negative ones. */
    public long rawUnsigned(int width) {
        require(width);
        long value = 0;
        for (int i = 0; i < width; i++) value |= (bytes.get() & 0xFFL) << (8 * i);
        return value;
    }

    /** The next bytes. */
    public byte[] bytes(long count) {
        if (count < 0 || count > remaining()) throw tooShort(count);
        byte[] copy = new byte[(int) count];
        bytes.get(copy);
        return copy;
    }

    /** Leaves bytes out. */
    public FieldCursor skip(long count) {
        if (count < 0 || count > remaining()) throw tooShort(count);
        bytes.position(bytes.position() + (int) count);
        return this;
    }

    /** The next bytes, with a cursor of their own; this one goes on behind them. */
    public FieldCursor slice(long count) {
        if (count < 0 || count > remaining()) throw tooShort(count);
        long from = offset();
        ByteBuffer part = bytes.slice(bytes.position(), (int) count).order(bytes.order());
        bytes.position(bytes.position() + (int) count);
        return new FieldCursor(part, from);
    }

    /** A cursor of its own over what is left; this one stays where it is. */
    public FieldCursor rest() {
        return new FieldCursor(bytes.slice().order(bytes.order()), offset());
    }

    /** Requires these four letters. */
    public FieldCursor signature(String letters) {
        long at = offset();
        String found = new String(bytes(letters.length()), StandardCharsets.ISO_8859_1);
        if (!found.equals(letters)) throw StructureFault.malformed(at, "'" + letters + "' is expected");
        return this;
    }

    /** Text up to the first zero, which is read too; UTF-8. */
    public String textUpToZero() {
        int end = bytes.position();
        while (end < bytes.limit() && bytes.get(end) != 0) end++;
        if (end == bytes.limit()) throw StructureFault.malformed(offset(), "a text does not end");
        String text = new String(bytes(end - bytes.position()), StandardCharsets.UTF_8);
        skip(1);
        return text;
    }

    private ByteBuffer require(int count) {
        if (bytes.remaining() < count) throw tooShort(count);
        return bytes;
    }

    private RuntimeException tooShort(long count) {
        return StructureFault.malformed(
                offset(), count + " bytes are expected, and this part of the structure has " + remaining() + " left");
    }
}
