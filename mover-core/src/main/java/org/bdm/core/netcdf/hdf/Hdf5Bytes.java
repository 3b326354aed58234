package org.bdm.core.netcdf.hdf;

import java.nio.ByteOrder;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureBudget;
import org.bdm.core.netcdf.StructureFault;

/**
 * The address space of an HDF5 file: addresses count from its superblock, and have a width that the superblock tells.
 *
 * @param base offset of the superblock, added to every address, once
 * @param offsetWidth bytes of an address
 * @param lengthWidth bytes of a length
 */
record Hdf5Bytes(BufferedBytes file, long base, int offsetWidth, int lengthWidth, StructureBudget budget) {
    /** The address of what does not exist. */
    static final long UNDEFINED = -1;

    /** A part of the file, FILE_MALFORMED if it is not in it. */
    FieldCursor at(long address, long length) {
        if (address < 0 || address > file.size()) {
            throw StructureFault.malformed(
                    base, "a part of the structure lies at " + address + ", outside of the file");
        }
        budget.part();
        byte[] part = file.at(base + address, length);
        budget.read(length);
        return new FieldCursor(part, base + address, ByteOrder.LITTLE_ENDIAN);
    }

    /** The bytes at this address, up to so many bytes if the file has them. */
    FieldCursor upTo(long address, long lengthMax) {
        if (address < 0 || address > file.size() - base) return at(address, 1);
        return at(address, Math.min(lengthMax, file.size() - base - address));
    }

    /** Reads an address: {@link #UNDEFINED} if all its bits are set. */
    long address(FieldCursor cursor) {
        long at = cursor.offset();
        long value = cursor.rawUnsigned(offsetWidth);
        long undefined = offsetWidth == 8 ? -1L : (1L << (8 * offsetWidth)) - 1;
        if (value == undefined) return UNDEFINED;
        if (value < 0) throw StructureFault.malformed(at, "an address is too large");
        return value;
    }

    long length(FieldCursor cursor) {
        return cursor.unsigned(lengthWidth);
    }

    /** The offset in the file of bytes at an address; FILE_MALFORMED if they are not all in it. */
    long placed(long address, long length, long namedAt) {
        long size = file.size() - base;
        if (address < 0 || length < 0 || length > size || address > size - length) {
            throw StructureFault.malformed(
                    namedAt,
                    "a chunk of " + length + " bytes lies at " + address + ", outside of the file of " + file.size()
                            + " bytes: it was cut");
        }
        return base + address;
    }
}
