package org.bdm.core.netcdf.hdf;

import java.nio.ByteOrder;
import java.util.Arrays;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureBudget;
import org.bdm.core.netcdf.StructureFault;

/**
 * The first part of an HDF5 file, at 0 or, behind a user block, at 512, 1024, 2048 ..
 *
 * <pre>
 *  versions 0 and 1                              versions 2 and 3
 *  0  signature 89 'HDF' 0D 0A 1A 0A             0  signature
 *  8  version, of free space, of root, 0         8  version, width of offsets, of lengths, flags
 * 12  of shared, width of offsets, lengths, 0   12  base address                        (offset)
 * 16  leaf k (u2), internal k (u2)                  extension, end of file              (offset each)
 * 20  flags (u4); version 1: k (u2), 0 (u2)         address of the root's header        (offset)
 *     base, free space, end, driver (offset)        checksum (u4)
 *     root: name, header (offset), cache ..
 * </pre>
 *
 * <p>The base address of the file is where its signature is found, as the HDF5 library decides where both differ.
 */
record Superblock(Hdf5Bytes bytes, long root) {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
    private static final int LENGTH_MAX = 128;
    private static final long FIRST_USER_BLOCK = 512;

    /** Finds the signature; -1 if the file has none. */
    static long find(BufferedBytes file) {
        long at = 0;
        while (at <= file.size() - SIGNATURE.length) {
            if (Arrays.equals(file.at(at, SIGNATURE.length), SIGNATURE)) return at;
            at = at == 0 ? FIRST_USER_BLOCK : 2 * at;
        }
        return -1;
    }

    /** Reads it; FILE_MALFORMED, UNSUPPORTED. */
    static Superblock read(BufferedBytes file) {
        long start = find(file);
        if (start < 0) throw StructureFault.malformed(0, "the file has no signature of HDF5");
        long length = Math.min(LENGTH_MAX, file.size() - start);
        FieldCursor cursor =
                new FieldCursor(file.at(start, length), start, ByteOrder.LITTLE_ENDIAN).skip(SIGNATURE.length);
        int version = cursor.u1();
        if (version > 3) throw StructureFault.unsupported("HDF5 files with version " + version + " of the superblock");
        return version < 2 ? old(file, start, version, cursor) : recent(file, start, cursor);
    }

    private static Superblock old(BufferedBytes file, long start, int version, FieldCursor cursor) {
        cursor.skip(4);
        Hdf5Bytes bytes = bytes(file, start, cursor);
        cursor.skip(1 + 4 + 4 + (version == 1 ? 4 : 0));
        long base = bytes.address(cursor);
        requireWhole(file, start, base, bytes.address(cursor.skip(bytes.offsetWidth())));
        cursor.skip(2L * bytes.offsetWidth());
        return root(bytes, bytes.address(cursor), cursor);
    }

    private static Superblock recent(BufferedBytes file, long start, FieldCursor cursor) {
        Hdf5Bytes bytes = bytes(file, start, cursor);
        long base = bytes.address(cursor.skip(1));
        requireWhole(file, start, base, bytes.address(cursor.skip(bytes.offsetWidth())));
        return root(bytes, bytes.address(cursor), cursor);
    }

    /** As HDF5: a file that ends before its superblock says was cut, though all that is referred to may be there. */
    private static void requireWhole(BufferedBytes file, long start, long base, long end) {
        if (end == Hdf5Bytes.UNDEFINED || base == Hdf5Bytes.UNDEFINED) return;
        if (end - base <= file.size() - start) return;
        throw StructureFault.malformed(
                start,
                "the file has " + file.size() + " bytes, and its superblock says " + (end - base + start)
                        + ": it was cut");
    }

    private static Hdf5Bytes bytes(BufferedBytes file, long start, FieldCursor cursor) {
        int offsets = cursor.u1();
        int lengths = cursor.u1();
        if (!isWidth(offsets) || !isWidth(lengths)) {
            throw StructureFault.malformed(
                    cursor.offset() - 2, "offsets have " + offsets + " bytes and lengths " + lengths);
        }
        return new Hdf5Bytes(file, start, offsets, lengths, new StructureBudget());
    }

    private static boolean isWidth(int bytes) {
        return bytes == 2 || bytes == 4 || bytes == 8;
    }

    private static Superblock root(Hdf5Bytes bytes, long root, FieldCursor cursor) {
        if (root == Hdf5Bytes.UNDEFINED) {
            throw StructureFault.malformed(cursor.offset(), "the file has no root group");
        }
        return new Superblock(bytes, root);
    }
}
