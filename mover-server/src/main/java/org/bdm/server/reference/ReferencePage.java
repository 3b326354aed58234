package org.bdm.server.reference;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * A Parquet file of references as kerchunk has them: one row group of one page a column, compressed with gzip.
 *
 * <pre>
 *  'PAR1', columns: path (text or null), offset, size (int64), raw (bytes or null), footer, its bytes (u4), 'PAR1'
 *  column: header of the page (Thrift), page: [bytes of levels (u4), levels: runs of 0 null, 1 value], values
 *  value: int64, or bytes (u4) and bytes       little-endian
 * </pre>
 */
final class ReferencePage {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int INT64 = 2;
    private static final int BYTE_ARRAY = 6;
    private static final int GZIP = 2;
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int REQUIRED = 0;
    private static final int OPTIONAL = 1;
    private static final int UTF8 = 0;

    /** A column while it is filled. */
    private static final class Column {
        private final String name;
        private final int type;
        private final boolean isText;
        private final ByteArrayOutputStream values = new ByteArrayOutputStream();
        private final ByteArrayOutputStream levels = new ByteArrayOutputStream();
        private int nulls;
        private int run;
        private boolean isRunOfValues;

        Column(String name, int type, boolean isText) {
            this.name = name;
            this.type = type;
            this.isText = isText;
        }

        boolean isOptional() {
            return type == BYTE_ARRAY;
        }

        void number(long value) {
            values.writeBytes(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(value)
                    .array());
        }

        void bytes(byte[] value) {
            level(true);
            values.writeBytes(u4(value.length));
            values.writeBytes(value);
        }

        void none() {
            nulls++;
            level(false);
        }

        private void level(boolean isValue) {
            if (isValue != isRunOfValues) endRun();
            isRunOfValues = isValue;
            run++;
        }

        /** A run: twice its length (7 bits a byte), the level. */
        private void endRun() {
            if (run == 0) return;
            long rest = (long) run << 1;
            while (rest > 0x7F) {
                levels.write((int) ((rest & 0x7F) | 0x80));
                rest >>>= 7;
            }
            levels.write((int) rest);
            levels.write(isRunOfValues ? 1 : 0);
            run = 0;
        }

        byte[] page() {
            endRun();
            if (!isOptional()) return values.toByteArray();
            ByteArrayOutputStream page = new ByteArrayOutputStream();
            page.writeBytes(u4(levels.size()));
            page.writeBytes(levels.toByteArray());
            page.writeBytes(values.toByteArray());
            return page.toByteArray();
        }
    }

    private final Column path = new Column("path", BYTE_ARRAY, true);
    private final Column offset = new Column("offset", INT64, false);
    private final Column size = new Column("size", INT64, false);
    private final Column raw = new Column("raw", BYTE_ARRAY, false);
    private final List<Column> columns = List.of(path, offset, size, raw);
    private int rows;

    void part(String address, long at, long bytes) {
        rows++;
        path.bytes(address.getBytes(StandardCharsets.UTF_8));
        offset.number(at);
        size.number(bytes);
        raw.none();
    }

    void inline(byte[] bytes) {
        rows++;
        path.none();
        offset.number(0);
        size.number(0);
        raw.bytes(bytes);
    }

    byte[] file() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(MAGIC);
        List<ThriftCompact> chunks = new ArrayList<>();
        long total = 0;
        for (Column column : columns) {
            long start = file.size();
            byte[] page = column.page();
            byte[] compressed = compressed(page);
            byte[] header = header(page.length, compressed.length);
            file.writeBytes(header);
            file.writeBytes(compressed);
            long uncompressed = header.length + (long) page.length;
            total += uncompressed;
            chunks.add(chunk(column, start, uncompressed, file.size() - start));
        }
        byte[] footer = footer(chunks, total);
        file.writeBytes(footer);
        file.writeBytes(u4(footer.length));
        file.writeBytes(MAGIC);
        return file.toByteArray();
    }

    private byte[] header(int uncompressed, int compressed) {
        ThriftCompact page =
                new ThriftCompact().i32(1, rows).i32(2, PLAIN).i32(3, RLE).i32(4, RLE);
        return new ThriftCompact()
                .i32(1, 0)
                .i32(2, uncompressed)
                .i32(3, compressed)
                .struct(5, page)
                .end();
    }

    private ThriftCompact chunk(Column column, long start, long uncompressed, long compressed) {
        ThriftCompact data = new ThriftCompact()
                .i32(1, column.type)
                .list(2, ThriftCompact.I32, 2)
                .element(PLAIN)
                .element(RLE)
                .list(3, ThriftCompact.BINARY, 1)
                .element(column.name)
                .i32(4, GZIP)
                .i64(5, rows)
                .i64(6, uncompressed)
                .i64(7, compressed)
                .i64(9, start)
                // Without the number of nulls, fastparquet makes floats of integers.
                .struct(12, new ThriftCompact().i64(3, column.nulls));
        return new ThriftCompact().i64(2, start).struct(3, data);
    }

    private byte[] footer(List<ThriftCompact> chunks, long total) {
        ThriftCompact footer = new ThriftCompact().i32(1, 1).list(2, ThriftCompact.STRUCT, columns.size() + 1);
        footer.element(new ThriftCompact().text(4, "schema").i32(5, columns.size()));
        for (Column column : columns) {
            ThriftCompact element = new ThriftCompact()
                    .i32(1, column.type)
                    .i32(3, column.isOptional() ? OPTIONAL : REQUIRED)
                    .text(4, column.name);
            footer.element(column.isText ? element.i32(6, UTF8) : element);
        }
        ThriftCompact group = new ThriftCompact().list(1, ThriftCompact.STRUCT, chunks.size());
        chunks.forEach(group::element);
        group.i64(2, total).i64(3, rows);
        return footer.i64(3, rows)
                .list(4, ThriftCompact.STRUCT, 1)
                .element(group)
                .text(6, "Bulk Data Mover")
                .end();
    }

    private static byte[] compressed(byte[] page) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a stream into memory
        }
        return bytes.toByteArray();
    }

    private static byte[] u4(int number) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array();
    }
}
