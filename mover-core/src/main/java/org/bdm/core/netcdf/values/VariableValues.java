package org.bdm.core.netcdf.values;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.Chunk;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.Storage;
import org.bdm.core.netcdf.Variable;
import org.bdm.core.netcdf.hdf.Hdf5File;

/** Reads all values of a small variable. One thread. */
public final class VariableValues {
    private final BufferedBytes file;
    private static final int TIMES_DECODED_MAX = 4; // chunks that reach over the edge are larger than their values

    private final long bytesMax;

    /**
     * Of variables of this file.
     *
     * @param bytesMax the largest variable, and the largest chunk, that is read; at most {@link BufferedBytes#LENGTH_MAX}
     */
    public VariableValues(BufferedBytes file, long bytesMax) {
        this.file = file;
        this.bytesMax = bytesMax;
    }

    /** Bytes of all values in memory; {@link Long#MAX_VALUE} if there are more than fit in a long. */
    public static long bytes(Variable variable) {
        return product(variable.shape(), variable.type().bytes());
    }

    /** Bytes of a chunk without filters, counted alike. */
    public static long chunkBytes(Variable variable) {
        return product(variable.storage().chunkShape(), variable.type().bytes());
    }

    private static long product(List<Long> extents, long first) {
        long product = first;
        try {
            for (long extent : extents) product = Math.multiplyExact(product, extent);
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
        return product;
    }

    /** True if the variable is small enough, and only filters are used that {@link ChunkFilters} knows. */
    public boolean canRead(Variable variable) {
        return bytes(variable) <= bytesMax
                && chunkBytes(variable) <= bytesMax
                && areChunksFew(variable)
                && ChunkFilters.areKnown(variable.storage().filters());
    }

    /** True if the chunks, once decoded, are not much more than a variable may have. */
    private boolean areChunksFew(Variable variable) {
        long most = (TIMES_DECODED_MAX * bytesMax) / Math.max(1, chunkBytes(variable)) + 1;
        return variable.storage().chunks().size() <= most;
    }

    /**
     * Returns the values in row-major order, as bytes of the type of the variable. What was never written holds the fill value of the storage.
     *
     * @throws MoverException FILE_MALFORMED, UNSUPPORTED; TOO_LARGE with the name
     */
    public byte[] read(Variable variable) {
        if (bytes(variable) > bytesMax || chunkBytes(variable) > bytesMax) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "'" + variable.name() + "' has to be read, and its values or chunks have more than " + bytesMax
                            + " bytes");
        }
        if (!areChunksFew(variable)) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "'" + variable.name() + "' has to be read, and its "
                            + variable.storage().chunks().size() + " chunks of " + chunkBytes(variable)
                            + " bytes are many times its values");
        }
        byte[] values = filled(variable, (int) bytes(variable));
        Storage storage = variable.storage();
        if (storage.compact() != null)
            copy(variable, storage.compact(), new long[storage.shape().size()], values);
        long[] grid = storage.grid();
        for (Chunk chunk : storage.chunks()) {
            long[] position = Storage.position(chunk.index(), grid);
            copy(variable, chunk(variable, chunk), position, values);
        }
        return values;
    }

    /** Returns the values of one chunk; zeros behind what the file has of it, if it has no filters. */
    public byte[] chunk(Variable variable, Chunk chunk) {
        Storage storage = variable.storage();
        int length = (int) chunkBytes(variable);
        byte[] stored = file.at(chunk.offset(), chunk.bytes());
        if (storage.filters().isEmpty()) return Arrays.copyOf(stored, length);
        boolean isRaw =
                storage.areEdgesUnfiltered() && storage.isPartial(Storage.position(chunk.index(), storage.grid()));
        return new ChunkFilters(storage.filters(), length)
                .undo(stored, isRaw ? -1 : chunk.filterMask(), chunk.offset());
    }

    /** An array of this many bytes in which every element holds the fill value. */
    public static byte[] filled(Variable variable, int length) {
        byte[] values = new byte[length];
        byte[] fill = variable.fill().bytes();
        int width = variable.type().bytes();
        if (fill == null || fill.length != width || variable.fill().isZero()) return values;
        for (int at = 0; at + width <= length; at += width) System.arraycopy(fill, 0, values, at, width);
        return values;
    }

    /** Copies the part of a chunk that lies within the variable, row by row. */
    private static void copy(Variable variable, byte[] chunk, long[] position, byte[] values) {
        List<Long> shape = variable.shape();
        Storage storage = variable.storage();
        List<Long> extents = storage.compact() == null ? storage.chunkShape() : storage.shape();
        int rank = shape.size();
        int width = variable.type().bytes();
        if (rank == 0) {
            System.arraycopy(chunk, 0, values, 0, width);
            return;
        }
        int last = rank - 1;
        long first = position[last] * extents.get(last);
        int rowBytes = (int) (Math.min(extents.get(last), shape.get(last) - first) * width);
        if (rowBytes <= 0) return;
        long[] inner = new long[rank]; // the row within the chunk; its last axis stays 0
        do {
            long from = 0;
            long to = 0;
            boolean isInside = true;
            for (int i = 0; i < rank; i++) {
                long at = position[i] * extents.get(i) + inner[i];
                isInside &= at < shape.get(i);
                from = from * extents.get(i) + inner[i];
                to = to * shape.get(i) + at;
            }
            if (isInside) System.arraycopy(chunk, (int) from * width, values, (int) to * width, rowBytes);
        } while (next(inner, extents));
    }

    private static boolean next(long[] inner, List<Long> extents) {
        for (int i = inner.length - 2; i >= 0; i--) {
            if (++inner[i] < extents.get(i)) return true;
            inner[i] = 0;
        }
        return false;
    }

    /**
     * Returns the texts of a variable of {@link ElementType#isText}.
     *
     * @throws MoverException as {@link #read}
     */
    public List<String> texts(Variable variable) {
        byte[] values = read(variable);
        if (variable.type().kind() == ElementType.Kind.STRING) return Hdf5File.texts(file, values);
        int width = variable.type().bytes();
        List<String> texts = new ArrayList<>();
        for (int at = 0; at < values.length; at += width) {
            int end = at;
            while (end < at + width && values[end] != 0) end++;
            texts.add(new String(values, at, end - at, StandardCharsets.UTF_8));
        }
        return texts;
    }
}
