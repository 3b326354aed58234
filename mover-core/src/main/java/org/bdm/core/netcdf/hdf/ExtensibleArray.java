package org.bdm.core.netcdf.hdf;

import java.util.HashSet;
import java.util.Set;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;
import org.jspecify.annotations.Nullable;

/**
 * The index of chunks of a dataset with one unlimited axis. Its blocks grow: super block n has 2^(n/2) data blocks of
 * 2^((n+1)/2) x least elements; the first super blocks are no blocks of their own, their data blocks are listed in the index block.
 *
 * <pre>
 *  header: 'EAHD', 0, with filters (1), bytes of an element, bits of the number of elements, elements in the index block,
 *          least elements of a data block, least data blocks of a super block, bits of a page (u1 each),
 *          super blocks, their bytes, data blocks, their bytes, largest element set, elements (length each),
 *          index block (offset), checksum (u4)
 *  index block: 'EAIB', 0, with filters, header (offset), elements, data blocks, super blocks (offset each), checksum
 *  super block: 'EASB', 0, with filters, header (offset), place, [bits of pages that are there], data blocks, checksum
 *  data block:  'EADB', 0, with filters, header (offset), place, elements, checksum; or checksum, pages: elements, checksum
 * </pre>
 */
final class ExtensibleArray {
    private static final int CHECKSUM_BYTES = 4;
    private static final int BITS_MAX = 62;

    private final Hdf5Bytes bytes;
    private final ArrayElements elements;
    private final int bits;
    private final int inIndexBlock;
    private final int leastElements;
    private final int leastBlocks;
    private final long inPage;
    private final long set;
    private final Set<Long> seen = new HashSet<>(); // addresses of data blocks

    private ExtensibleArray(Hdf5Bytes bytes, FieldCursor head, ChunkGrid grid) {
        this.bytes = bytes;
        long start = head.offset();
        head.signature("EAHD").skip(1);
        boolean isFiltered = head.u1() == 1;
        elements = new ArrayElements(bytes, grid, isFiltered, head.u1(), start);
        bits = head.u1();
        inIndexBlock = head.u1();
        leastElements = head.u1();
        leastBlocks = head.u1();
        int pageBits = head.u1();
        head.skip(4L * bytes.lengthWidth());
        set = bytes.length(head);
        head.skip(bytes.lengthWidth());
        boolean arePowers = Integer.bitCount(leastElements) == 1 && Integer.bitCount(leastBlocks) == 1;
        if (!arePowers || bits > BITS_MAX || bits < log2(leastElements) || pageBits > 30) {
            throw StructureFault.malformed(start, "an index of chunks has sizes that are none");
        }
        inPage = 1L << pageBits;
    }

    static void read(Hdf5Bytes bytes, long address, ChunkGrid grid) {
        if (address == Hdf5Bytes.UNDEFINED) return;
        FieldCursor head = bytes.at(address, 12 + 6L * bytes.lengthWidth() + bytes.offsetWidth());
        ExtensibleArray array = new ExtensibleArray(bytes, head, grid);
        long block = bytes.address(head);
        if (block != Hdf5Bytes.UNDEFINED) array.indexBlock(block);
    }

    private static int log2(long number) {
        return 63 - Long.numberOfLeadingZeros(number);
    }

    private long placeBytes() {
        return (bits + 7L) / 8;
    }

    private void indexBlock(long address) {
        int superBlocks = 1 + bits - log2(leastElements);
        int listed = 2 * log2(leastBlocks); // super blocks whose data blocks are listed here
        long blocks = 2L * (leastBlocks - 1);
        long length = 6L + bytes.offsetWidth() + (long) inIndexBlock * elements.width();
        length += (blocks + Math.max(0, superBlocks - listed)) * bytes.offsetWidth();
        FieldCursor cursor = bytes.at(address, length);
        cursor.signature("EAIB").skip(2L + bytes.offsetWidth());
        elements.read(cursor, 0, inIndexBlock);
        long first = inIndexBlock;
        for (int number = 0; number < superBlocks && first < set; number++) {
            long inThis = blocksOf(number) * elementsOf(number);
            if (number < listed) dataBlocks(cursor, number, first, null);
            else superBlock(bytes.address(cursor), number, first);
            first += inThis;
        }
    }

    private static long blocksOf(int superBlock) {
        return 1L << (superBlock / 2);
    }

    private long elementsOf(int superBlock) {
        return (long) leastElements << ((superBlock + 1) / 2);
    }

    private long pagesOf(int superBlock) {
        return elementsOf(superBlock) > inPage ? elementsOf(superBlock) / inPage : 0;
    }

    private void superBlock(long address, int number, long first) {
        if (address == Hdf5Bytes.UNDEFINED) return;
        long blocks = blocksOf(number);
        long pageBits = blocks * ((pagesOf(number) + 7) / 8);
        FieldCursor cursor =
                bytes.at(address, 6L + bytes.offsetWidth() + placeBytes() + pageBits + blocks * bytes.offsetWidth());
        cursor.signature("EASB").skip(2L + bytes.offsetWidth() + placeBytes());
        dataBlocks(cursor, number, first, cursor.bytes(pageBits));
    }

    private void dataBlocks(FieldCursor addresses, int superBlock, long first, byte @Nullable [] pages) {
        for (int block = 0; block < blocksOf(superBlock); block++) {
            long address = bytes.address(addresses);
            if (address == Hdf5Bytes.UNDEFINED) continue;
            long from = first + block * elementsOf(superBlock);
            if (pages == null || pagesOf(superBlock) == 0) dataBlock(address, superBlock, from);
            else pagedBlock(address, superBlock, from, pages, block);
        }
    }

    private long dataPrefix(long address) {
        if (!seen.add(address)) throw StructureFault.malformed(address, "an index lists a block of chunks twice");
        bytes.at(address, 4).signature("EADB");
        return 6 + bytes.offsetWidth() + placeBytes();
    }

    private void dataBlock(long address, int superBlock, long first) {
        long count = elementsOf(superBlock);
        elements.read(bytes.at(address + dataPrefix(address), count * elements.width()), first, count);
    }

    private void pagedBlock(long address, int superBlock, long first, byte[] present, int block) {
        long pages = pagesOf(superBlock);
        long start = address + dataPrefix(address) + CHECKSUM_BYTES;
        long pageBytes = inPage * elements.width() + CHECKSUM_BYTES;
        long firstBit = block * pages; // bits of all blocks follow one another
        for (long page = 0; page < pages; page++) {
            if (!FixedArray.isSet(present, firstBit + page)) continue;
            FieldCursor cursor = bytes.at(start + page * pageBytes, inPage * elements.width());
            elements.read(cursor, first + page * inPage, inPage);
        }
    }
}
