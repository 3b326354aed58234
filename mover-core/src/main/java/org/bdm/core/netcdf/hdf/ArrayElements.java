package org.bdm.core.netcdf.hdf;

import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * The elements of indexes that are arrays: an address each, and in datasets with filters also size and mask.
 *
 * <pre>
 *  without filters: address (offset)
 *  with filters:    address (offset), bytes of the chunk (what the width of an element leaves), filter mask (u4)
 * </pre>
 */
final class ArrayElements {
    private final Hdf5Bytes bytes;
    private final ChunkGrid grid;
    private final boolean isFiltered;
    private final int width;

    /**
     * Elements of this width.
     *
     * @param at where the width stands, for errors
     */
    ArrayElements(Hdf5Bytes bytes, ChunkGrid grid, boolean isFiltered, int width, long at) {
        this.bytes = bytes;
        this.grid = grid;
        this.isFiltered = isFiltered;
        this.width = width;
        int sizeWidth = width - bytes.offsetWidth() - 4;
        boolean isRight = isFiltered ? sizeWidth >= 1 && sizeWidth <= 8 : width == bytes.offsetWidth();
        if (!isRight) throw StructureFault.malformed(at, "elements of an index have " + width + " bytes");
    }

    int width() {
        return width;
    }

    /** Reads elements that follow one another, the first of them with this number. */
    void read(FieldCursor cursor, long first, long count) {
        for (long number = first; number < first + count; number++) {
            long at = cursor.offset();
            long address = bytes.address(cursor);
            long length = isFiltered ? cursor.rawUnsigned(width - bytes.offsetWidth() - 4) : grid.chunkBytes();
            long mask = isFiltered ? cursor.u4() : 0;
            if (address == Hdf5Bytes.UNDEFINED) continue;
            long[] position = grid.positionOf(number);
            if (position.length == grid.rank()) grid.add(position, address, length, mask, at);
        }
    }
}
