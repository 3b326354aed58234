package org.bdm.core.netcdf.hdf;

import java.nio.ByteOrder;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.ElementType.Kind;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;
import org.jspecify.annotations.Nullable;

/**
 * The type of elements.
 *
 * <pre>
 *  0  version (high half), class (low half); bits (3 bytes)
 *  4  bytes of an element (u4)
 *  8  integer: first bit (u2), number of bits (u2)
 *     float: first bit, number of bits (u2 each), places and sizes of exponent and mantissa (u1 each), bias (u4)
 *     enumeration: its base type, names, values; sequence or text of any length: its base type
 * </pre>
 *
 * @param typeClass one of the constants
 * @param base of an enumeration or a sequence; null for all others
 */
record Datatype(
        int typeClass, ElementType element, @Nullable Datatype base) {
    static final int INTEGER = 0;
    static final int FLOAT = 1;
    static final int TEXT = 3;
    static final int REFERENCE = 7;
    static final int ENUMERATION = 8;
    static final int SEQUENCE = 9;

    private static final int NESTED_MAX = 8;
    private static final String[] CLASSES = {
        "integer",
        "float",
        "time",
        "text",
        "bit field",
        "opaque",
        "compound",
        "reference",
        "enumeration",
        "variable-length sequence",
        "array",
        "complex number"
    };

    static Datatype read(FieldCursor cursor) {
        return read(cursor, 0);
    }

    private static Datatype read(FieldCursor cursor, int depth) {
        long start = cursor.offset();
        int head = cursor.u1();
        int bits = cursor.u1() | cursor.u1() << 8 | cursor.u1() << 16;
        long size = cursor.u4();
        int typeClass = head & 0x0F;
        int version = head >> 4;
        if (version < 1 || version > 5 || typeClass >= CLASSES.length || size == 0 || size > Integer.MAX_VALUE) {
            throw StructureFault.malformed(
                    start, "a type has version " + version + ", class " + typeClass + " and " + size + " bytes");
        }
        int bytes = (int) size;
        return switch (typeClass) {
            case INTEGER -> of(typeClass, integer(cursor, bits, bytes));
            case FLOAT -> of(typeClass, floating(cursor, bits, bytes));
            case TEXT ->
                of(
                        typeClass,
                        element(
                                bytes == 1 ? Kind.CHARACTER : Kind.FIXED_TEXT,
                                bytes,
                                0,
                                "text of " + bytes + " bytes"));
            case ENUMERATION, SEQUENCE -> nested(cursor, depth, typeClass, bits, bytes);
            default -> of(typeClass, element(Kind.OTHER, bytes, 0, CLASSES[typeClass]));
        };
    }

    private static Datatype nested(FieldCursor cursor, int depth, int typeClass, int bits, int bytes) {
        if (depth >= NESTED_MAX) throw StructureFault.malformed(cursor.offset(), "types are nested too deeply");
        Datatype base = read(cursor, depth + 1);
        if (typeClass == ENUMERATION) return new Datatype(typeClass, base.element, base);
        boolean isText = (bits & 0x0F) == 1;
        return new Datatype(
                typeClass,
                element(isText ? Kind.STRING : Kind.OTHER, bytes, 0, isText ? "string" : CLASSES[SEQUENCE]),
                base);
    }

    private static Datatype of(int typeClass, ElementType element) {
        return new Datatype(typeClass, element, null);
    }

    private static ElementType element(Kind kind, int bytes, int bits, String words) {
        return new ElementType(kind, bytes, (bits & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN, words);
    }

    private static ElementType integer(FieldCursor cursor, int bits, int bytes) {
        int first = cursor.u2();
        int count = cursor.u2();
        String words = "integer of " + count + " bits in " + bytes + " bytes";
        boolean isPlain = first == 0 && count == 8 * bytes && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
        Kind kind = !isPlain ? Kind.OTHER : (bits & 8) != 0 ? Kind.SIGNED : Kind.UNSIGNED;
        return element(kind, bytes, bits, words);
    }

    private static ElementType floating(FieldCursor cursor, int bits, int bytes) {
        int first = cursor.u2();
        int count = cursor.u2();
        int exponentAt = cursor.u1();
        int exponentBits = cursor.u1();
        int mantissaAt = cursor.u1();
        int mantissaBits = cursor.u1();
        long bias = cursor.u4();
        int wantedExponent = bytes == 2 ? 5 : bytes == 4 ? 8 : 11;
        int wantedMantissa = 8 * bytes - 1 - wantedExponent;
        boolean isIeee = (bytes == 2 || bytes == 4 || bytes == 8)
                && first == 0
                && count == 8 * bytes
                && exponentAt == wantedMantissa
                && exponentBits == wantedExponent
                && mantissaAt == 0
                && mantissaBits == wantedMantissa
                && bias == (1L << (wantedExponent - 1)) - 1
                && (bits & 0x40) == 0;
        return element(
                isIeee ? Kind.FLOAT : Kind.OTHER,
                bytes,
                bits,
                "float of " + count + " bits with another layout than IEEE 754");
    }
}
