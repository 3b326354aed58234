package org.bdm.core.netcdf.hdf;

import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * The index of chunks of a dataset whose extent is limited.
 *
 * <pre>
 *  header: 'FAHD', 0, with filters (1), bytes of an element, bits of a page (u1 each),
 *          elements (length), data block (offset), checksum (u4)
 *  data block: 'FADB', 0, with filters, header (offset),
 *          up to a page: elements, checksum
 *          else: a bit for each page that is there, checksum, pages: elements, checksum
 * </pre>
 */
final class FixedArray {
    private static final int CHECKSUM_BYTES = 4;

    private FixedArray() {}

    static void read(Hdf5Bytes bytes, long address, ChunkGrid grid, long at) {
        if (address == Hdf5Bytes.UNDEFINED) return;
        FieldCursor head = bytes.at(address, 8L + bytes.lengthWidth() + bytes.offsetWidth());
        head.signature("FAHD").skip(1);
        boolean isFiltered = head.u1() == 1;
        ArrayElements elements = new ArrayElements(bytes, grid, isFiltered, head.u1(), head.offset());
        int pageBits = head.u1();
        long count = bytes.length(head);
        long block = bytes.address(head);
        if (pageBits > 30 || count > grid.mostChunks(at)) {
            throw StructureFault.malformed(address, "an index of chunks has " + count + " elements, more than chunks");
        }
        if (block == Hdf5Bytes.UNDEFINED) return;
        long prefix = 6L + bytes.offsetWidth();
        bytes.at(block, 4).signature("FADB");
        long inPage = 1L << pageBits;
        if (count <= inPage) {
            elements.read(bytes.at(block + prefix, count * elements.width()), 0, count);
            return;
        }
        long pages = (count - 1) / inPage + 1;
        byte[] present = bytes.at(block + prefix, (pages + 7) / 8).bytes((pages + 7) / 8);
        long pageBytes = inPage * elements.width() + CHECKSUM_BYTES;
        long first = block + prefix + present.length + CHECKSUM_BYTES;
        for (long page = 0; page < pages; page++) {
            if (!isSet(present, page)) continue;
            long inThis = Math.min(inPage, count - page * inPage);
            elements.read(bytes.at(first + page * pageBytes, inThis * elements.width()), page * inPage, inThis);
        }
    }

    /** Bits are counted from the highest of the first byte. */
    static boolean isSet(byte[] bits, long number) {
        return (bits[(int) (number / 8)] & 0x80 >> (int) (number % 8)) != 0;
    }
}
