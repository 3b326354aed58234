package org.bdm.core.netcdf.hdf;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * A B-tree of the second version: records of one size, for links, attributes and chunks.
 *
 * <pre>
 *  header: 'BTHD', 0, type, bytes of a node (u4), bytes of a record (u2), depth (u2), split, merge (u1 each),
 *          address of the root (offset), records in the root (u2), records in all (length), checksum (u4)
 *  leaf:   'BTLF', 0, type, records, checksum
 *  inner:  'BTIN', 0, type, records, pointers (one more than records), checksum
 *  pointer: address (offset), records in the node, and above leaves' parents: records below it; as wide as their largest
 * </pre>
 */
final class BTreeV2 {
    private static final int NODE_OVERHEAD = 4 + 1 + 1 + 4;
    private static final int DEPTH_MAX = 16;

    private final Hdf5Bytes bytes;
    private final Consumer<FieldCursor> records;
    private final Set<Long> seen = new HashSet<>();
    private int nodeBytes;
    private int recordBytes;
    private int countWidth;
    private int[] totalWidths = {};

    private BTreeV2(Hdf5Bytes bytes, Consumer<FieldCursor> records) {
        this.bytes = bytes;
        this.records = records;
    }

    /** Gives every record of the tree, in order. An undefined address is an empty tree. */
    static void read(Hdf5Bytes bytes, long address, Consumer<FieldCursor> records) {
        if (address != Hdf5Bytes.UNDEFINED) new BTreeV2(bytes, records).tree(address);
    }

    private void tree(long address) {
        FieldCursor head = bytes.at(address, 4 + 2 + 4 + 2 + 2 + 2 + bytes.offsetWidth() + 2L + bytes.lengthWidth());
        head.signature("BTHD").skip(2);
        long node = head.u4();
        recordBytes = head.u2();
        int depth = head.u2();
        head.skip(2);
        if (node < NODE_OVERHEAD || node > 16 << 20 || recordBytes == 0 || depth > DEPTH_MAX) {
            throw StructureFault.malformed(
                    head.offset(), "a tree has nodes of " + node + " bytes and " + depth + " levels");
        }
        nodeBytes = (int) node;
        long root = bytes.address(head);
        int rootRecords = head.u2();
        measure(depth);
        if (root != Hdf5Bytes.UNDEFINED) node(root, rootRecords, depth);
    }

    /** Widths of the counts in pointers follow from what nodes can hold at most. */
    private void measure(int depth) {
        long inLeaf = ((long) nodeBytes - NODE_OVERHEAD) / recordBytes;
        countWidth = width(inLeaf);
        totalWidths = new int[depth + 1];
        long total = inLeaf;
        for (int level = 1; level <= depth; level++) {
            int pointer = bytes.offsetWidth() + countWidth + totalWidths[level - 1];
            long inNode = Math.max(0, nodeBytes - NODE_OVERHEAD - pointer) / (recordBytes + pointer);
            total = total > Long.MAX_VALUE / (inNode + 2) ? Long.MAX_VALUE : (inNode + 1) * total + inNode;
            totalWidths[level] = width(total);
        }
    }

    private static int width(long most) {
        return (63 - Long.numberOfLeadingZeros(Math.max(1, most))) / 8 + 1;
    }

    private void node(long address, int count, int depth) {
        if (!seen.add(address)) throw StructureFault.malformed(address, "a tree goes in circles");
        long length = 6L + (long) count * recordBytes;
        if (depth > 0) length += (count + 1L) * (bytes.offsetWidth() + countWidth + totalWidths[depth - 1]);
        if (length > nodeBytes) throw StructureFault.malformed(address, "a node of a tree is too full");
        FieldCursor cursor = bytes.at(address, length);
        cursor.signature(depth == 0 ? "BTLF" : "BTIN").skip(2);
        FieldCursor own = cursor.slice((long) count * recordBytes);
        if (depth == 0) {
            for (int i = 0; i < count; i++) record(own);
            return;
        }
        for (int i = 0; i <= count; i++) {
            long child = bytes.address(cursor);
            long childRecords = cursor.unsigned(countWidth);
            cursor.skip(totalWidths[depth - 1]);
            if (childRecords > 0xFFFF) throw StructureFault.malformed(address, "a node of a tree is too full");
            node(child, (int) childRecords, depth - 1);
            if (i < count) record(own);
        }
    }

    private void record(FieldCursor own) {
        bytes.budget().part();
        records.accept(own.slice(recordBytes));
    }
}
