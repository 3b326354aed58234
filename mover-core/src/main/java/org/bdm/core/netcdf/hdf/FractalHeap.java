package org.bdm.core.netcdf.hdf;

import java.util.HashMap;
import java.util.Map;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * Links and attributes of an object that has many. An id leads to its bytes: within blocks of a doubling table, in a place of their own, or in
 * the id itself.
 *
 * <pre>
 *  header: 'FRHP', 0, bytes of an id (u2), bytes of filters (u2), flags, largest managed object (u4),
 *          next huge id (length), tree of huge objects (offset), free (length), free space (offset),
 *          managed bytes, allocated, next (length each), managed objects, huge bytes, huge objects,
 *          tiny bytes, tiny objects (length each),
 *          width of the table (u2), first block, largest direct block (length each), bits of the heap (u2),
 *          first rows (u2), root block (offset), rows of the root (u2)
 *  direct block:   'FHDB', 0, heap (offset), offset in the heap, [checksum], objects
 *  indirect block: 'FHIB', 0, heap (offset), offset in the heap, addresses of blocks row by row, checksum
 *  rows: first, first, 2 x first, 4 x first ..: blocks of a row have one size
 * </pre>
 */
final class FractalHeap {
    private static final int DEPTH_MAX = 32;

    private final Hdf5Bytes bytes;
    private final int largestManaged;
    private final long hugeTree;
    private final int width;
    private final long firstBlock;
    private final long largestDirect;
    private final int heapBits;
    private final long root;
    private final int rootRows;
    private final Map<Long, FieldCursor> huge = new HashMap<>();
    private boolean isHugeRead;

    private FractalHeap(Hdf5Bytes bytes, FieldCursor head) {
        this.bytes = bytes;
        head.signature("FRHP").skip(3);
        int filterBytes = head.u2();
        if (filterBytes > 0) throw StructureFault.unsupported("links or attributes that are compressed");
        head.skip(1);
        largestManaged = (int) Math.min(Integer.MAX_VALUE, head.u4());
        head.skip(bytes.lengthWidth());
        hugeTree = bytes.address(head);
        head.skip(bytes.lengthWidth() + bytes.offsetWidth() + 8L * bytes.lengthWidth());
        long at = head.offset();
        width = head.u2();
        firstBlock = bytes.length(head);
        largestDirect = bytes.length(head);
        heapBits = head.u2();
        head.skip(2);
        root = bytes.address(head);
        rootRows = head.u2();
        boolean arePowers = isPower(width) && isPower(firstBlock) && isPower(largestDirect);
        if (!arePowers || largestDirect < firstBlock || largestDirect > 1 << 26 || heapBits > 64 || heapBits == 0) {
            throw StructureFault.malformed(at, "the table of a heap is not one");
        }
    }

    static FractalHeap read(Hdf5Bytes bytes, long address) {
        long length = 4 + 1 + 2 + 2 + 1 + 4 + 12L * bytes.lengthWidth() + 3L * bytes.offsetWidth() + 8;
        return new FractalHeap(bytes, bytes.at(address, length));
    }

    private static boolean isPower(long number) {
        return number > 0 && Long.bitCount(number) == 1;
    }

    /** The bytes that an id leads to. */
    FieldCursor object(FieldCursor id) {
        long start = id.offset();
        int head = id.u1();
        return switch (head >> 4 & 3) {
            case 0 -> managed(id, start);
            case 1 -> huge(id, start);
            case 2 -> id.slice((head & 0x0F) + 1L);
            default -> throw StructureFault.malformed(start, "an id of a heap has an unknown kind");
        };
    }

    private FieldCursor managed(FieldCursor id, long start) {
        long offset = id.unsigned((heapBits + 7) / 8);
        long length = id.unsigned(Math.min((log2(largestDirect) + 7) / 8, log2(Math.max(1, largestManaged)) / 8 + 1));
        bytes.budget().bytes(length);
        if (rootRows == 0) return inBlock(root, firstBlock, offset, length, start);
        long block = root;
        long inner = offset;
        int rows = rootRows;
        for (int depth = 0; depth < DEPTH_MAX; depth++) {
            int row = row(inner);
            if (row >= rows) break;
            long rowSize = rowSize(row);
            long column = (inner - rowStart(row)) / rowSize;
            boolean isDirect = rowSize <= largestDirect;
            long next = entry(block, (long) row * width + column);
            inner = (inner - rowStart(row)) % rowSize;
            if (isDirect) return inBlock(next, rowSize, inner, length, start);
            block = next;
            rows = log2(rowSize) - log2(firstBlock) - log2(width) + 1;
        }
        throw StructureFault.malformed(start, "an id leads outside of its heap");
    }

    private FieldCursor inBlock(long block, long size, long inner, long length, long at) {
        if (block == Hdf5Bytes.UNDEFINED || inner > size || length > size - inner) {
            throw StructureFault.malformed(at, "an id leads outside of its heap");
        }
        return bytes.at(block + inner, length);
    }

    private long entry(long block, long index) {
        if (block == Hdf5Bytes.UNDEFINED) throw StructureFault.malformed(0, "a block of a heap is missing");
        long prefix = 4 + 1 + bytes.offsetWidth() + (heapBits + 7L) / 8;
        bytes.at(block, 4).signature("FHIB");
        return bytes.address(bytes.at(block + prefix + index * bytes.offsetWidth(), bytes.offsetWidth()));
    }

    private int row(long offset) {
        long firstRow = firstBlock * width;
        return offset < firstRow ? 0 : log2(offset / firstRow) + 1;
    }

    private long rowSize(int row) {
        return row == 0 ? firstBlock : firstBlock << Math.min(40, row - 1);
    }

    private long rowStart(int row) {
        return row == 0 ? 0 : rowSize(row) * width;
    }

    private static int log2(long number) {
        return 63 - Long.numberOfLeadingZeros(number);
    }

    private FieldCursor huge(FieldCursor id, long start) {
        if (!isHugeRead) {
            isHugeRead = true;
            BTreeV2.read(bytes, hugeTree, this::hugeRecord);
        }
        FieldCursor found = huge.get(id.rawUnsigned(Math.min(id.remaining(), bytes.lengthWidth())));
        if (found == null) throw StructureFault.malformed(start, "a large value of a heap is missing");
        bytes.budget().bytes(found.remaining());
        return found.rest();
    }

    /** Address (offset), bytes (length), id (length). */
    private void hugeRecord(FieldCursor cursor) {
        long address = bytes.address(cursor);
        long length = bytes.length(cursor);
        bytes.budget().bytes(length);
        huge.put(cursor.rawUnsigned(bytes.lengthWidth()), bytes.at(address, length));
    }
}
