package org.bdm.core.netcdf.hdf;

import org.bdm.core.netcdf.FieldCursor;

/**
 * Names of the links of a group of the old form.
 *
 * <pre>
 *  0  'HEAP', 0 0 0 0
 *  8  bytes of the data (length), first free (length), address of the data (offset)
 * </pre>
 */
final class LocalHeap {
    private final FieldCursor data;

    private LocalHeap(FieldCursor data) {
        this.data = data;
    }

    static LocalHeap read(Hdf5Bytes bytes, long address) {
        FieldCursor cursor = bytes.at(address, 8 + 2L * bytes.lengthWidth() + bytes.offsetWidth());
        cursor.signature("HEAP").skip(4);
        long length = bytes.length(cursor);
        cursor.skip(bytes.lengthWidth());
        bytes.budget().bytes(length);
        return new LocalHeap(bytes.at(bytes.address(cursor), length));
    }

    String name(long offset) {
        return data.rest().skip(offset).textUpToZero();
    }
}
