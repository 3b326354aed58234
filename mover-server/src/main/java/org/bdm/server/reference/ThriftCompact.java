package org.bdm.server.reference;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the few forms of Thrift's compact protocol that a Parquet file needs.
 *
 * <pre>
 *  field: difference to the field before (4 bits), type (4 bits), value        a structure ends with 0
 *  i32, i64: zigzag, 7 bits a byte; binary: length (7 bits a byte), bytes
 *  list: number (4 bits; 15: more, number follows), type of elements (4 bits), elements
 * </pre>
 */
final class ThriftCompact {
    static final int I32 = 5;
    static final int I64 = 6;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int STRUCT = 12;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int before;

    byte[] bytes() {
        return bytes.toByteArray();
    }

    private void field(int id, int type) {
        bytes.write(((id - before) << 4) | type);
        before = id;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    private void zigzag(long value) {
        varint((value << 1) ^ (value >> 63));
    }

    ThriftCompact i32(int id, int value) {
        field(id, I32);
        zigzag(value);
        return this;
    }

    ThriftCompact i64(int id, long value) {
        field(id, I64);
        zigzag(value);
        return this;
    }

    ThriftCompact text(int id, String value) {
        field(id, BINARY);
        binary(value);
        return this;
    }

    private void binary(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        bytes.writeBytes(utf8);
    }

    /** A structure that was written by another writer, with its end. */
    ThriftCompact struct(int id, ThriftCompact inner) {
        field(id, STRUCT);
        bytes.writeBytes(inner.end());
        return this;
    }

    /** Begins a list; its elements follow. */
    ThriftCompact list(int id, int type, int count) {
        field(id, LIST);
        bytes.write((Math.min(count, 15) << 4) | type);
        if (count >= 15) varint(count);
        return this;
    }

    ThriftCompact element(int value) {
        zigzag(value);
        return this;
    }

    ThriftCompact element(String value) {
        binary(value);
        return this;
    }

    ThriftCompact element(ThriftCompact inner) {
        bytes.writeBytes(inner.end());
        return this;
    }

    /** The bytes of this structure, which ends. */
    byte[] end() {
        bytes.write(0);
        return bytes.toByteArray();
    }
}
