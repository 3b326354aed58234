package org.bdm.core.netcdf.hdf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.Filter;
import org.bdm.core.netcdf.StructureFault;

/**
 * The pipeline of filters, in the order of writing.
 *
 * <pre>
 *  version 1                                    version 2
 *  0  1, filters (u1), 0 (6 bytes)              0  2, filters (u1)
 *  filter: id (u2), bytes of name (u2),         filter: id (u2), from 256 on: bytes of name (u2),
 *          flags (u2), values (u2),                     flags (u2), values (u2),
 *          name up to a multiple of 8,                  name,
 *          values (u4 each), 0 (u4) if odd              values (u4 each)
 * </pre>
 */
final class FilterMessage {
    private static final int FILTERS_MAX = 32;
    private static final int FIRST_NAMED_ID = 256;

    private FilterMessage() {}

    static List<Filter> read(FieldCursor cursor) {
        long start = cursor.offset();
        int version = cursor.u1();
        int count = cursor.u1();
        if (version < 1 || version > 2 || count > FILTERS_MAX) {
            throw StructureFault.malformed(start, "a pipeline has version " + version + " and " + count + " filters");
        }
        if (version == 1) cursor.skip(6);
        List<Filter> filters = new ArrayList<>();
        for (int i = 0; i < count; i++) filters.add(filter(cursor, version));
        return filters;
    }

    private static Filter filter(FieldCursor cursor, int version) {
        int id = cursor.u2();
        int nameBytes = version == 1 || id >= FIRST_NAMED_ID ? cursor.u2() : 0;
        cursor.skip(2);
        int values = cursor.u2();
        int padded = version == 1 ? (nameBytes + 7) / 8 * 8 : nameBytes;
        String name = new String(cursor.bytes(padded), StandardCharsets.ISO_8859_1);
        int end = name.indexOf('\0');
        List<Long> parameters = new ArrayList<>();
        for (int i = 0; i < values; i++) parameters.add(cursor.u4());
        if (version == 1 && values % 2 == 1) cursor.skip(4);
        return new Filter(id, end < 0 ? name : name.substring(0, end), parameters);
    }
}
