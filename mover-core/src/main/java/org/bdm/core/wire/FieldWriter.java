package org.bdm.core.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** Writes fields of a control payload. A value over its bound is a defect of the caller. */
final class FieldWriter {
    /** Bytes of a {@link FileVersion}. */
    static final int VERSION_BYTES = 40;

    private final ByteBuf out;

    FieldWriter(ByteBuf out) {
        this.out = out;
    }

    FieldWriter u8(int value) {
        out.writeByte(value);
        return this;
    }

    FieldWriter u16(int value) {
        out.writeShort(value);
        return this;
    }

    FieldWriter i32(int value) {
        out.writeInt(value);
        return this;
    }

    FieldWriter i64(long value) {
        out.writeLong(value);
        return this;
    }

    FieldWriter flag(boolean value) {
        return u8(value ? 1 : 0);
    }

    FieldWriter bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    FieldWriter shortBytes(byte[] bytes, int max) {
        check(bytes.length, max);
        return u8(bytes.length).bytes(bytes);
    }

    FieldWriter longBytes(byte[] bytes, int max) {
        check(bytes.length, max);
        return u16(bytes.length).bytes(bytes);
    }

    FieldWriter ascii(String text, int max) {
        return shortBytes(text.getBytes(StandardCharsets.US_ASCII), max);
    }

    /** Escapes control characters and cuts at 2 KiB. */
    FieldWriter detail(String text) {
        return longBytes(Detail.bytes(text, WireLimits.DETAIL_BYTES_MAX), WireLimits.DETAIL_BYTES_MAX);
    }

    FieldWriter path(StorePath path) {
        return longBytes(path.bytes(), StorePath.LENGTH_MAX);
    }

    FieldWriter version(FileVersion version) {
        i64(version.size());
        return instant(version.modified()).instant(version.changed()).i64(version.inode());
    }

    private FieldWriter instant(Instant instant) {
        return i64(instant.getEpochSecond()).i32(instant.getNano());
    }

    FieldWriter error(ErrorCode code) {
        return u16(code.number()).u8(ErrorNumbers.numberOf(code.kind()));
    }

    private static void check(int length, int max) {
        if (length > max) throw new IllegalArgumentException("a field has " + length + " bytes, allowed are " + max);
    }
}
