package org.bdm.core.netcdf.hdf;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * The extent of a dataset or attribute.
 *
 * <pre>
 *  0  version (1 or 2), rank, flags (bit 0: maxima)
 *  3  version 1: 0 (5 bytes); version 2: type (0 scalar, 1 simple, 2 null)
 *     extents (length each), maxima (length each, all ones: unlimited)
 * </pre>
 *
 * @param maxima {@link #UNLIMITED}, or the largest extent
 * @param isNull whether it has no elements at all, which is not the same as a scalar
 */
record Dataspace(List<Long> shape, List<Long> maxima, boolean isNull) {
    static final long UNLIMITED = -1;
    static final int RANK_MAX = 32;

    static Dataspace read(Hdf5Bytes bytes, FieldCursor cursor) {
        long start = cursor.offset();
        int version = cursor.u1();
        int rank = cursor.u1();
        int flags = cursor.u1();
        if (version < 1 || version > 2 || rank > RANK_MAX) {
            throw StructureFault.malformed(start, "a dataspace has version " + version + " and " + rank + " axes");
        }
        int type = 1;
        if (version == 1) cursor.skip(5);
        else type = cursor.u1();
        List<Long> shape = new ArrayList<>();
        for (int i = 0; i < rank; i++) shape.add(bytes.length(cursor));
        List<Long> maxima = new ArrayList<>(shape);
        if ((flags & 1) != 0) {
            for (int i = 0; i < rank; i++) {
                long most = cursor.rawUnsigned(bytes.lengthWidth());
                maxima.set(i, most == allOnes(bytes.lengthWidth()) ? UNLIMITED : most);
            }
        }
        Dataspace space = new Dataspace(shape, maxima, type == 2);
        space.elements(start); // must fit in a long
        return space;
    }

    private static long allOnes(int width) {
        return width == 8 ? -1L : (1L << (8 * width)) - 1;
    }

    /** Number of elements; FILE_MALFORMED if it does not fit in a long. */
    long elements(long at) {
        if (isNull) return 0;
        long count = 1;
        try {
            for (long extent : shape) count = Math.multiplyExact(count, extent);
        } catch (ArithmeticException e) {
            throw StructureFault.malformed(at, "an extent has more than 2^63 elements");
        }
        return count;
    }

    boolean isUnlimited() {
        return maxima.contains(UNLIMITED);
    }
}
