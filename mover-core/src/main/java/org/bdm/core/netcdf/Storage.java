package org.bdm.core.netcdf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of the bytes of a variable.
 *
 * @param shape the extent that is stored; a dimension of the variable may be longer
 * @param chunkShape extent of a chunk; that of the variable if it is stored as a whole
 * @param chunks those that are in the file, in no order
 * @param filters in the order of writing
 * @param compact the bytes of a variable that lie within the structure; null for all others
 * @param areEdgesUnfiltered whether chunks that reach over the edge skip all filters, though their masks are 0
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the file, changed by nobody
public record Storage(
        List<Long> shape,
        List<Long> chunkShape,
        List<Chunk> chunks,
        List<Filter> filters,
        byte @Nullable [] compact,
        boolean areEdgesUnfiltered) {
    /** Copies the lists. */
    public Storage {
        shape = List.copyOf(shape);
        chunkShape = List.copyOf(chunkShape);
        chunks = List.copyOf(chunks);
        filters = List.copyOf(filters);
    }

    /** Number of chunks along each dimension of the stored extent; 0 where nothing is stored. */
    public long[] grid() {
        long[] grid = new long[shape.size()];
        for (int i = 0; i < grid.length; i++) grid[i] = ceiling(shape.get(i), chunkShape.get(i));
        return grid;
    }

    /** The position in the grid of the chunk with this index. */
    public static long[] position(long index, long[] grid) {
        long[] position = new long[grid.length];
        long rest = index;
        for (int i = grid.length - 1; i >= 0; i--) {
            position[i] = rest % grid[i];
            rest /= grid[i];
        }
        return position;
    }

    /** True if the chunk at this position reaches over the edge of the stored extent. */
    public boolean isPartial(long[] position) {
        for (int i = 0; i < position.length; i++) {
            if ((position[i] + 1) * chunkShape.get(i) > shape.get(i)) return true;
        }
        return false;
    }

    private static long ceiling(long length, long part) {
        return length == 0 ? 0 : (length - 1) / part + 1;
    }
}
