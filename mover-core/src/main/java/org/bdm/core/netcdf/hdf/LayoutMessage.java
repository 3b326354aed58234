package org.bdm.core.netcdf.hdf;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.Chunk;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.Filter;
import org.bdm.core.netcdf.Storage;
import org.bdm.core.netcdf.StructureFault;

/**
 * The place of the values of a dataset.
 *
 * <pre>
 *  0  version (3, 4 or 5), class (0 compact, 1 contiguous, 2 chunked, 3 virtual)
 *  2  compact:    bytes (u2), data
 *     contiguous: address (offset), bytes (length)
 *     chunked, 3: axes + 1 (u1), tree (offset), extent of a chunk, bytes of an element (u4 each)
 *     chunked, 4: flags, axes + 1, bytes of an extent (u1 each), extents, bytes of an element, kind of index (u1):
 *                 1 single: flags bit 1: bytes of the chunk (length), filter mask (u4)
 *                 2 implicit; 3 fixed array: bits of a page (u1); 4 extensible array: five sizes (u1 each)
 *                 5 tree: bytes of a node (u4), split, merge (u1 each)
 *                 then the address of the index (offset)
 * </pre>
 *
 * <p>Version 5 (HDF5 2.0) differs in the width of the sizes of filtered chunks only, which every index tells by itself.
 */
final class LayoutMessage {
    private static final int FILTERED_SINGLE = 2;

    private final Hdf5Bytes bytes;
    private final Dataspace space;
    private final int elementBytes;
    private final List<Filter> filters;

    LayoutMessage(Hdf5Bytes bytes, Dataspace space, int elementBytes, List<Filter> filters) {
        this.bytes = bytes;
        this.space = space;
        this.elementBytes = elementBytes;
        this.filters = filters;
    }

    /**
     * Reads it, and the index.
     *
     * @param name of the dataset, for refusals
     */
    Storage read(FieldCursor cursor, String name) {
        long start = cursor.offset();
        int version = cursor.u1();
        if (version < 3) {
            throw StructureFault.unsupported(
                    "'" + name + "' has version " + version + " of the layout, from before HDF5 1.6.3");
        }
        if (version > 5) throw StructureFault.unsupported("'" + name + "' has version " + version + " of the layout");
        int layout = cursor.u1();
        return switch (layout) {
            case 0 -> compact(cursor, start);
            case 1 -> contiguous(cursor, start);
            case 2 -> version == 3 ? oldChunks(cursor, start) : chunks(cursor, start);
            case 3 ->
                throw StructureFault.unsupported("'" + name + "' is a virtual dataset: its values lie in other files");
            default -> throw StructureFault.malformed(start, "'" + name + "' has the unknown layout " + layout);
        };
    }

    private long wholeBytes(long at) {
        try {
            return Math.multiplyExact(space.elements(at), elementBytes);
        } catch (ArithmeticException e) {
            throw StructureFault.malformed(at, "a dataset has more than 2^63 bytes");
        }
    }

    private Storage compact(FieldCursor cursor, long at) {
        byte[] data = cursor.bytes(cursor.u2());
        if (data.length < wholeBytes(at)) throw StructureFault.malformed(at, "a compact dataset lacks bytes");
        return new Storage(space.shape(), ones(space.shape()), List.of(), List.of(), data, false);
    }

    private static List<Long> ones(List<Long> shape) {
        return shape.stream().map(extent -> Math.max(1, extent)).toList();
    }

    private Storage contiguous(FieldCursor cursor, long at) {
        long address = bytes.address(cursor);
        long length = wholeBytes(at);
        List<Chunk> chunks = List.of();
        if (address != Hdf5Bytes.UNDEFINED && length > 0) {
            chunks = List.of(new Chunk(0, bytes.placed(address, length, at), length, 0));
        }
        return new Storage(space.shape(), ones(space.shape()), chunks, List.of(), null, false);
    }

    private Storage oldChunks(FieldCursor cursor, long start) {
        int rank = cursor.u1() - 1;
        long tree = bytes.address(cursor);
        List<Long> shape = shape(cursor, rank, 4, start);
        ChunkGrid grid = new ChunkGrid(bytes, space, shape, elementBytes, start);
        ChunkBTree.read(bytes, tree, grid);
        return new Storage(space.shape(), shape, grid.chunks(), filters, null, false);
    }

    private List<Long> shape(FieldCursor cursor, int rank, int width, long start) {
        if (rank != space.shape().size() || width < 1 || width > 8) {
            throw StructureFault.malformed(start, "a chunk has " + rank + " axes, its dataset another number");
        }
        List<Long> shape = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            long extent = cursor.unsigned(width);
            if (extent == 0) throw StructureFault.malformed(start, "a chunk has no elements");
            shape.add(extent);
        }
        if (cursor.unsigned(width) != elementBytes) {
            throw StructureFault.malformed(start, "a chunk has elements of another size than its dataset");
        }
        return shape;
    }

    private Storage chunks(FieldCursor cursor, long start) {
        int flags = cursor.u1();
        int rank = cursor.u1() - 1;
        List<Long> shape = shape(cursor, rank, cursor.u1(), start);
        ChunkGrid grid = new ChunkGrid(bytes, space, shape, elementBytes, start);
        int kind = cursor.u1();
        switch (kind) {
            case 1 -> single(cursor, (flags & FILTERED_SINGLE) != 0, grid, start);
            case 2 -> implicit(bytes.address(cursor), grid, start);
            case 3 -> FixedArray.read(bytes, bytes.address(cursor.skip(1)), grid, start);
            case 4 -> ExtensibleArray.read(bytes, bytes.address(cursor.skip(5)), grid);
            case 5 -> BTreeV2.read(bytes, bytes.address(cursor.skip(6)), node -> treeRecord(node, grid));
            default -> throw StructureFault.malformed(start, "an index of chunks has the unknown kind " + kind);
        }
        return new Storage(space.shape(), shape, grid.chunks(), filters, null, (flags & 1) != 0);
    }

    private void single(FieldCursor cursor, boolean isFiltered, ChunkGrid grid, long start) {
        long length = isFiltered ? bytes.length(cursor) : grid.chunkBytes();
        long mask = isFiltered ? cursor.u4() : 0;
        grid.add(new long[grid.rank()], bytes.address(cursor), length, mask, start);
    }

    /** All chunks follow one another, whether they were written or not. */
    private void implicit(long address, ChunkGrid grid, long start) {
        if (address == Hdf5Bytes.UNDEFINED) return;
        long count = grid.mostChunks(start);
        for (long number = 0; number < count; number++) {
            bytes.budget().part();
            grid.add(grid.positionOf(number), address + number * grid.chunkBytes(), grid.chunkBytes(), 0, start);
        }
    }

    /** Address (offset); with filters: bytes (what is left), filter mask (u4); then the position (8 bytes an axis). */
    private void treeRecord(FieldCursor cursor, ChunkGrid grid) {
        long at = cursor.offset();
        long address = bytes.address(cursor);
        int sizeWidth = cursor.remaining() - 8 * grid.rank() - 4;
        boolean isFiltered = sizeWidth > 0;
        long length = isFiltered ? cursor.unsigned(Math.min(8, sizeWidth)) : grid.chunkBytes();
        long mask = isFiltered ? cursor.u4() : 0;
        long[] position = new long[grid.rank()];
        for (int i = 0; i < position.length; i++) position[i] = cursor.unsigned(8);
        grid.add(position, address, length, mask, at);
    }
}
