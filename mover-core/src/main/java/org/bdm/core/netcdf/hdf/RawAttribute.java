package org.bdm.core.netcdf.hdf;

import java.nio.charset.StandardCharsets;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * An attribute with its bytes.
 *
 * <pre>
 *  0  version (1, 2 or 3), flags (2, 3: bit 0 type is shared, bit 1 extent is shared)
 *  2  bytes of name, type, extent (u2 each); version 3: character set (u1)
 *     name, type, extent (version 1: each up to a multiple of 8), data
 * </pre>
 */
record RawAttribute(String name, Datatype type, Dataspace space, FieldCursor data) {
    static RawAttribute read(Hdf5Bytes bytes, SharedMessages shared, FieldCursor cursor) {
        long start = cursor.offset();
        int version = cursor.u1();
        if (version < 1 || version > 3) throw StructureFault.malformed(start, "an attribute has version " + version);
        int flags = cursor.u1();
        int nameBytes = cursor.u2();
        int typeBytes = cursor.u2();
        int spaceBytes = cursor.u2();
        if (version == 3) cursor.skip(1);
        String name = name(part(cursor, nameBytes, version));
        FieldCursor type = part(cursor, typeBytes, version);
        FieldCursor space = part(cursor, spaceBytes, version);
        boolean isTypeShared = version > 1 && (flags & 1) != 0;
        boolean isSpaceShared = version > 1 && (flags & 2) != 0;
        bytes.budget().bytes(nameBytes + (long) cursor.remaining());
        return new RawAttribute(
                name,
                Datatype.read(isTypeShared ? shared.follow(type, Message.DATATYPE) : type),
                Dataspace.read(bytes, isSpaceShared ? shared.follow(space, Message.DATASPACE) : space),
                cursor.rest());
    }

    private static FieldCursor part(FieldCursor cursor, int length, int version) {
        FieldCursor part = cursor.slice(length);
        if (version == 1) cursor.skip(Math.min(cursor.remaining(), (8 - length % 8) % 8));
        return part;
    }

    private static String name(FieldCursor cursor) {
        String name = new String(cursor.bytes(cursor.remaining()), StandardCharsets.UTF_8);
        int end = name.indexOf('\0');
        return end < 0 ? name : name.substring(0, end);
    }

    /** Its text, if it is one text of a fixed size; else empty. */
    String text() {
        boolean isText = type.typeClass() == Datatype.TEXT && space.elements(0) == 1;
        if (!isText) return "";
        return AttributeValues.trimmed(data.rest().bytes(Math.min(type.element().bytes(), data.remaining())));
    }
}
