package org.bdm.core.netcdf.hdf;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.Chunk;
import org.bdm.core.netcdf.StructureFault;

/**
 * The chunks of a dataset as its index lists them. Positions of an index count in chunks; what lies outside of the extent of now is left
 * out, as the dataset was made smaller. One thread.
 */
final class ChunkGrid {
    private final Hdf5Bytes bytes;
    private final Dataspace space;
    private final List<Long> chunkShape;
    private final long chunkBytes;
    private final long[] counts;
    private final long at;
    private final List<Chunk> chunks = new ArrayList<>();

    /**
     * Of a dataset.
     *
     * @param at offset in the file of its layout, for errors
     */
    ChunkGrid(Hdf5Bytes bytes, Dataspace space, List<Long> chunkShape, int elementBytes, long at) {
        this.bytes = bytes;
        this.space = space;
        this.chunkShape = chunkShape;
        this.at = at;
        long size = elementBytes;
        long number = 1;
        counts = new long[chunkShape.size()];
        try {
            for (int i = 0; i < counts.length; i++) {
                size = Math.multiplyExact(size, chunkShape.get(i));
                counts[i] = count(space.shape().get(i), chunkShape.get(i));
                number = Math.multiplyExact(number, Math.max(1, counts[i]));
            }
        } catch (ArithmeticException e) {
            throw StructureFault.malformed(at, "a dataset has more than 2^63 chunks or bytes in a chunk");
        }
        chunkBytes = size;
    }

    static long count(long extent, long chunk) {
        return extent == 0 ? 0 : (extent - 1) / chunk + 1;
    }

    int rank() {
        return counts.length;
    }

    /** Bytes of a chunk before filters. */
    long chunkBytes() {
        return chunkBytes;
    }

    /** Extent of a chunk along an axis. */
    long chunkExtent(int axis) {
        return chunkShape.get(axis);
    }

    /** Returns all chunks that were added; FILE_MALFORMED if two are of one position. */
    List<Chunk> chunks() {
        long[] indexes = chunks.stream().mapToLong(Chunk::index).sorted().toArray();
        for (int i = 1; i < indexes.length; i++) {
            if (indexes[i] == indexes[i - 1]) {
                throw StructureFault.malformed(at, "a dataset has two chunks of one position");
            }
        }
        return chunks;
    }

    /** A chunk at a position, in chunks; nothing if it was never written, or lies outside. */
    void add(long[] position, long address, long length, long filterMask, long at) {
        if (address == Hdf5Bytes.UNDEFINED) return;
        long index = 0;
        for (int i = 0; i < counts.length; i++) {
            if (position[i] < 0 || position[i] >= counts[i]) return;
            index = index * counts[i] + position[i];
        }
        bytes.budget().chunk();
        chunks.add(new Chunk(index, bytes.placed(address, length, at), length, (int) filterMask));
    }

    /**
     * Positions as indexes of arrays number them: by the largest extent that the dataset may get, the unlimited axis first.
     *
     * @return the position of the element with this number
     */
    long[] positionOf(long number) {
        int unlimited = space.maxima().indexOf(Dataspace.UNLIMITED);
        long[] position = new long[counts.length];
        long rest = number;
        for (int i = counts.length - 1; i >= 0; i--) {
            if (i == unlimited) continue;
            long most = count(space.maxima().get(i), chunkShape.get(i));
            if (most == 0) return new long[] {-1};
            position[i] = rest % most;
            rest /= most;
        }
        if (unlimited >= 0) position[unlimited] = rest;
        else if (rest > 0) position[0] = Long.MAX_VALUE; // behind the last
        return position;
    }

    /** Number of chunks of the largest extent, of a dataset without an unlimited axis. */
    long mostChunks(long at) {
        long number = 1;
        try {
            for (int i = 0; i < counts.length; i++) {
                number = Math.multiplyExact(number, count(space.maxima().get(i), chunkShape.get(i)));
            }
        } catch (ArithmeticException e) {
            throw StructureFault.malformed(at, "a dataset may get more than 2^63 chunks");
        }
        return number;
    }
}
