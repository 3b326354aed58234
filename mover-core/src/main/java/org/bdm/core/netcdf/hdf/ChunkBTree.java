package org.bdm.core.netcdf.hdf;

import java.util.HashSet;
import java.util.Set;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * The index of chunks of the old form, which netCDF always writes: a B-tree of the first version.
 *
 * <pre>
 *  node: 'TREE', 1, level, entries (u2), left, right (offset each), key, address, key, address .. key
 *  key: bytes of the chunk (u4), filter mask (u4), place of its first element (8 bytes an axis), 0 (8 bytes)
 * </pre>
 */
final class ChunkBTree {
    private static final int LEVELS_MAX = 32;

    private final Hdf5Bytes bytes;
    private final ChunkGrid grid;
    private final Set<Long> seen = new HashSet<>();

    private ChunkBTree(Hdf5Bytes bytes, ChunkGrid grid) {
        this.bytes = bytes;
        this.grid = grid;
    }

    static void read(Hdf5Bytes bytes, long address, ChunkGrid grid) {
        if (address != Hdf5Bytes.UNDEFINED) new ChunkBTree(bytes, grid).node(address, LEVELS_MAX);
    }

    private void node(long address, int levelMax) {
        long headBytes = 8 + 2L * bytes.offsetWidth();
        if (!seen.add(address)) throw StructureFault.malformed(address, "a tree goes in circles");
        FieldCursor head = bytes.at(address, headBytes);
        head.signature("TREE");
        int type = head.u1();
        int level = head.u1();
        int entries = head.u2();
        if (type != 1 || level > levelMax) {
            throw StructureFault.malformed(address, "a tree of chunks has a node of type " + type + ", level " + level);
        }
        long keyBytes = 8 + 8L * (grid.rank() + 1);
        FieldCursor cursor = bytes.at(address + headBytes, entries * (keyBytes + bytes.offsetWidth()));
        for (int i = 0; i < entries; i++) {
            long at = cursor.offset();
            FieldCursor key = cursor.slice(keyBytes);
            long child = bytes.address(cursor);
            if (level == 0) chunk(key, child, at);
            else node(child, level - 1);
        }
    }

    private void chunk(FieldCursor key, long address, long at) {
        long length = key.u4();
        long mask = key.u4();
        long[] position = new long[grid.rank()];
        for (int i = 0; i < position.length; i++) {
            long first = key.unsigned(8);
            if (first % grid.chunkExtent(i) != 0) {
                throw StructureFault.malformed(at, "a chunk does not begin where one of its size may");
            }
            position[i] = first / grid.chunkExtent(i);
        }
        grid.add(position, address, length, mask, at);
    }
}
