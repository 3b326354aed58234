package org.bdm.core.netcdf.values;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.bdm.core.netcdf.Filter;
import org.bdm.core.netcdf.StructureFault;
import org.jspecify.annotations.Nullable;

/**
 * Undoes and applies the pipeline of a variable: deflate, shuffle and fletcher32. It also writes, but does not read, frames of zstd and blosc.
 * All other filters are refused by name. Pure.
 *
 * <p>Filters are applied in the order of the file, and undone in the other one. Bit n of a filter mask means that filter n of the file was
 * left out, also for filters that this does not know.
 */
public final class ChunkFilters {
    private static final int CHECKSUM_BYTES = 4;
    private static final int BUFFER_BYTES = 8192;

    private final List<Filter> filters;
    private final int chunkBytes;

    /**
     * Of a variable.
     *
     * @param chunkBytes of a chunk without filters
     */
    public ChunkFilters(List<Filter> filters, int chunkBytes) {
        this.filters = List.copyOf(filters);
        this.chunkBytes = chunkBytes;
    }

    /** True if this can undo and apply all of these. */
    public static boolean areKnown(List<Filter> filters) {
        return filters.stream()
                .allMatch(filter -> filter.id() == Filter.DEFLATE
                        || filter.id() == Filter.SHUFFLE
                        || filter.id() == Filter.FLETCHER32);
    }

    /** Returns the first filter that {@link #undo} cannot undo and that a mask does not skip; null if there is none. */
    public static @Nullable Filter unreadable(List<Filter> filters, int filterMask) {
        for (int i = 0; i < filters.size(); i++) {
            boolean isSkipped = (filterMask & 1 << i) != 0;
            if (!isSkipped && !areKnown(List.of(filters.get(i)))) return filters.get(i);
        }
        return null;
    }

    /** Returns the first filter that {@link #apply} cannot apply; null if there is none. */
    public static @Nullable Filter unwritable(List<Filter> filters) {
        return filters.stream()
                .filter(filter ->
                        filter.id() != Filter.ZSTD && filter.id() != Filter.BLOSC && !areKnown(List.of(filter)))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the values of a chunk.
     *
     * @param at its offset in the file, for errors
     * @throws org.bdm.core.fault.MoverException FILE_MALFORMED, UNSUPPORTED
     */
    public byte[] undo(byte[] stored, int filterMask, long at) {
        byte[] bytes = stored;
        for (int i = filters.size() - 1; i >= 0; i--) {
            if ((filterMask & 1 << i) != 0) continue;
            Filter filter = filters.get(i);
            bytes = switch (filter.id()) {
                case Filter.DEFLATE -> inflated(bytes, at);
                case Filter.SHUFFLE -> unshuffled(bytes, elementBytes(filter));
                case Filter.FLETCHER32 -> checked(bytes, at);
                default -> throw StructureFault.unsupported("values behind the filter " + filter.words());
            };
        }
        if (bytes.length != chunkBytes) {
            throw StructureFault.malformed(
                    at, "a chunk has " + bytes.length + " bytes where " + chunkBytes + " are expected");
        }
        return bytes;
    }

    /** Returns what a chunk with these values is stored as, with all filters applied. UNSUPPORTED. */
    public byte[] apply(byte[] values) {
        byte[] bytes = values;
        for (Filter filter : filters) {
            bytes = switch (filter.id()) {
                case Filter.DEFLATE -> deflated(bytes, level(filter));
                case Filter.SHUFFLE -> shuffled(bytes, elementBytes(filter));
                case Filter.FLETCHER32 -> withChecksum(bytes);
                case Filter.ZSTD -> RawFrames.zstd(bytes);
                case Filter.BLOSC -> RawFrames.blosc(bytes);
                default -> throw StructureFault.unsupported("writing with the filter " + filter.words());
            };
        }
        return bytes;
    }

    private static int level(Filter filter) {
        return filter.parameters().isEmpty()
                ? 6
                : (int) Math.min(9, filter.parameters().get(0));
    }

    private static int elementBytes(Filter filter) {
        return filter.parameters().isEmpty()
                ? 1
                : (int) Math.max(1, Math.min(1 << 16, filter.parameters().get(0)));
    }

    private byte[] inflated(byte[] stored, long at) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(stored);
            byte[] target = new byte[chunkBytes + 2 * CHECKSUM_BYTES]; // more than that is no chunk of this variable
            int length = 0;
            while (!inflater.finished()) {
                int count = inflater.inflate(target, length, target.length - length);
                length += count;
                if (count == 0) throw StructureFault.malformed(at, "the compressed bytes of a chunk are damaged");
            }
            return Arrays.copyOf(target, length);
        } catch (DataFormatException e) {
            throw StructureFault.malformed(at, "the compressed bytes of a chunk are damaged: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    private static byte[] deflated(byte[] values, int level) {
        Deflater deflater = new Deflater(level);
        try {
            deflater.setInput(values);
            deflater.finish();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(values.length / 2 + 16);
            byte[] buffer = new byte[BUFFER_BYTES];
            while (!deflater.finished()) bytes.write(buffer, 0, deflater.deflate(buffer));
            return bytes.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** Bytes behind the last whole element stay where they are. */
    private static byte[] unshuffled(byte[] stored, int elementBytes) {
        int count = stored.length / elementBytes;
        byte[] values = stored.clone();
        for (int byteNumber = 0; byteNumber < elementBytes; byteNumber++) {
            for (int i = 0; i < count; i++) values[i * elementBytes + byteNumber] = stored[byteNumber * count + i];
        }
        return values;
    }

    private static byte[] shuffled(byte[] values, int elementBytes) {
        int count = values.length / elementBytes;
        byte[] stored = values.clone();
        for (int byteNumber = 0; byteNumber < elementBytes; byteNumber++) {
            for (int i = 0; i < count; i++) stored[byteNumber * count + i] = values[i * elementBytes + byteNumber];
        }
        return stored;
    }

    private static byte[] checked(byte[] stored, long at) {
        int length = stored.length - CHECKSUM_BYTES;
        if (length < 0) throw StructureFault.malformed(at, "a chunk lacks its checksum");
        int expected = 0;
        for (int i = 0; i < CHECKSUM_BYTES; i++) expected |= (stored[length + i] & 0xFF) << (8 * i);
        if (expected != Fletcher32.of(stored, length)) {
            throw StructureFault.malformed(at, "the checksum of a chunk differs");
        }
        return Arrays.copyOf(stored, length);
    }

    private static byte[] withChecksum(byte[] values) {
        byte[] stored = Arrays.copyOf(values, values.length + CHECKSUM_BYTES);
        int checksum = Fletcher32.of(values, values.length);
        for (int i = 0; i < CHECKSUM_BYTES; i++) stored[values.length + i] = (byte) (checksum >>> (8 * i));
        return stored;
    }
}
