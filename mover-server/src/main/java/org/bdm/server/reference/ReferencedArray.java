package org.bdm.server.reference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An array of a set.
 *
 * @param path of names with '/'
 * @param dimensions names of its axes
 * @param chunkShape at least 1 each
 * @param fillValue as JSON has it; null for none
 * @param attributes values as JSON has them, without the names of axes
 * @param chunks by their index in the grid of chunks, row-major; what is not there was never written
 * @param values all values as bytes of the type if the array is inline; null if it is not
 */
@SuppressWarnings("ArrayRecordComponent") // values are changed by nobody
public record ReferencedArray(
        String path,
        ZarrType type,
        List<String> dimensions,
        List<Long> shape,
        List<Long> chunkShape,
        List<Map<String, Object>> codecs,
        @Nullable Object fillValue,
        Map<String, Object> attributes,
        Map<Long, Reference> chunks,
        byte @Nullable [] values) {
    /** Copies the collections. */
    public ReferencedArray {
        dimensions = List.copyOf(dimensions);
        shape = List.copyOf(shape);
        chunkShape = List.copyOf(chunkShape);
        codecs = List.copyOf(codecs);
        attributes = new LinkedHashMap<>(attributes);
        chunks = new TreeMap<>(chunks);
    }

    /** Number of chunks along each axis. */
    public long[] grid() {
        return grid(shape, chunkShape);
    }

    static long[] grid(List<Long> shape, List<Long> chunkShape) {
        long[] grid = new long[shape.size()];
        for (int i = 0; i < grid.length; i++) {
            grid[i] = shape.get(i) == 0 ? 0 : (shape.get(i) - 1) / chunkShape.get(i) + 1;
        }
        return grid;
    }

    /** The row-major index of a position in a grid. */
    static long index(long[] position, long[] grid) {
        long index = 0;
        for (int i = 0; i < grid.length; i++) index = index * grid[i] + position[i];
        return index;
    }

    /** True if all values are in the set itself. */
    public boolean isInline() {
        return values != null;
    }

    /** The last part of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
