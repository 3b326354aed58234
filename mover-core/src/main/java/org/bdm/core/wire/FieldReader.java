package org.bdm.core.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** Reads fields of a control payload; whatever would go beyond the payload or a bound is a violation, before anything is allocated. */
final class FieldReader {
    private static final long SECOND_MAX = Instant.MAX.getEpochSecond();
    private static final long SECOND_MIN = Instant.MIN.getEpochSecond();
    private static final int NANOS = 1_000_000_000;

    private final FrameType frame;
    private final ByteBuf in;

    FieldReader(FrameType frame, ByteBuf in) {
        this.frame = frame;
        this.in = in;
    }

    int u8(String field) {
        need(1, field);
        return in.readUnsignedByte();
    }

    int u16(String field) {
        need(2, field);
        return in.readUnsignedShort();
    }

    int i32(String field) {
        need(4, field);
        return in.readInt();
    }

    long i64(String field) {
        need(8, field);
        return in.readLong();
    }

    /** A number of 32 bits from {@code min} to {@code max}. */
    int number(String field, int min, int max) {
        long value = i32(field) & 0xffffffffL;
        if (value < min || value > max) throw violation(field + " is " + value + ", allowed are " + min + " to " + max);
        return (int) value;
    }

    /** A number of 63 bits. */
    long count(String field) {
        long value = i64(field);
        if (value < 0) throw violation(field + " is over 2^63");
        return value;
    }

    /** Reads the number of items that follow: at most {@code max}, and each has at least {@code itemBytesMin} bytes in what is left. */
    int items(String field, int max, int itemBytesMin) {
        int count = number(field, 0, max);
        if ((long) count * itemBytesMin > in.readableBytes()) {
            throw violation(count + " " + field + " do not fit into the " + in.readableBytes() + " bytes that follow");
        }
        return count;
    }

    boolean flag(String field) {
        int value = u8(field);
        if (value > 1) throw violation(field + " is " + value + ", not 0 or 1");
        return value == 1;
    }

    /** Bytes with a length of 8 bits in front. */
    byte[] shortBytes(String field, int max) {
        return bytes(field, u8(field), max);
    }

    /** Bytes with a length of 16 bits in front. */
    byte[] longBytes(String field, int max) {
        return bytes(field, u16(field), max);
    }

    byte[] bytes(String field, int length, int max) {
        if (length > max) throw violation(field + " has " + length + " bytes, allowed are " + max);
        need(length, field);
        byte[] bytes = new byte[length];
        in.readBytes(bytes);
        return bytes;
    }

    /** Printable ASCII with a length of 8 bits in front. */
    String ascii(String field, int max) {
        byte[] bytes = shortBytes(field, max);
        for (byte b : bytes) {
            if (b < 0x20 || b > 0x7e) throw violation(field + " is not printable ASCII");
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Text for people; control characters arrive escaped, whatever the peer sent. */
    String detail(String field) {
        return Detail.escaped(new String(longBytes(field, WireLimits.DETAIL_BYTES_MAX), StandardCharsets.UTF_8));
    }

    StorePath path(String field) {
        return StorePath.of(longBytes(field, StorePath.LENGTH_MAX));
    }

    FileVersion version() {
        long size = count("size");
        Instant modified = instant("mtime");
        Instant changed = instant("ctime");
        return new FileVersion(size, modified, changed, i64("inode"));
    }

    private Instant instant(String field) {
        long second = i64(field);
        if (second > SECOND_MAX || second < SECOND_MIN) throw violation(field + " is out of range");
        return Instant.ofEpochSecond(second, number(field, 0, NANOS - 1));
    }

    ErrorKind errorKind() {
        return ErrorNumbers.kindOf(u8("kind"));
    }

    ErrorCode errorCode() {
        int number = u16("code");
        ErrorKind kind = errorKind();
        return ErrorCode.ofNumber(number).orElseGet(() -> ErrorNumbers.generalCode(kind));
    }

    void end() {
        if (in.isReadable()) throw violation(in.readableBytes() + " bytes follow the last field");
    }

    private void need(int bytes, String field) {
        if (in.readableBytes() < bytes) throw violation("it ends inside " + field);
    }

    MoverException violation(String what) {
        return FrameHeader.violation(frame + ": " + what);
    }
}
