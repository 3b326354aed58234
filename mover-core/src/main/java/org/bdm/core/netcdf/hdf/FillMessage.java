package org.bdm.core.netcdf.hdf;

import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.FillValue;
import org.bdm.core.netcdf.StructureFault;

/**
 * The value of elements that were never written.
 *
 * <pre>
 *  versions 1, 2                                version 3
 *  0  version, when allocated,                  0  3, flags: bits 2, 3 when written,
 *     when written (1: never), is set              bit 5 is set
 *  4  if set, and in version 1: bytes (u4),     2  if set: bytes (u4), value
 *     value
 * </pre>
 */
final class FillMessage {
    private static final int NEVER = 1;

    private FillMessage() {}

    static FillValue read(FieldCursor cursor) {
        long start = cursor.offset();
        int version = cursor.u1();
        if (version < 1 || version > 3) throw StructureFault.malformed(start, "a fill value has version " + version);
        if (version == 3) {
            int flags = cursor.u1();
            boolean isNever = (flags >> 2 & 3) == NEVER;
            return (flags & 0x20) == 0 ? new FillValue(null, isNever) : value(cursor, isNever);
        }
        cursor.skip(1);
        boolean isNever = cursor.u1() == NEVER;
        boolean isSet = cursor.u1() != 0;
        return isSet || (version == 1 && cursor.remaining() >= 4)
                ? value(cursor, isNever)
                : new FillValue(null, isNever);
    }

    /** The form of the first versions of HDF5: bytes (u4), value. */
    static FillValue readOld(FieldCursor cursor) {
        return value(cursor, false);
    }

    private static FillValue value(FieldCursor cursor, boolean isNever) {
        long length = cursor.u4();
        return new FillValue(length == 0 || length > Integer.MAX_VALUE ? null : cursor.bytes(length), isNever);
    }
}
