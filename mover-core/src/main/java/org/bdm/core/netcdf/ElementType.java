package org.bdm.core.netcdf;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The type of the elements of a variable.
 *
 * @param bytes size of an element in the file; of a {@link Kind#STRING} that of its pointer
 * @param words the type as its format names it, for refusals
 */
public record ElementType(Kind kind, int bytes, ByteOrder order, String words) {
    /** Kinds of types. */
    public enum Kind {
        /** Integers with a sign. */
        SIGNED,
        /** Integers without one. */
        UNSIGNED,
        /** IEEE 754 numbers of 2, 4 or 8 bytes. */
        FLOAT,
        /** Single characters, NC_CHAR. */
        CHARACTER,
        /** Texts of a fixed number of bytes. */
        FIXED_TEXT,
        /** Texts of any length, NC_STRING: their bytes lie elsewhere in the file. */
        STRING,
        /** All else, which cannot be referenced. */
        OTHER
    }

    /** True for integers and floats. */
    public boolean isNumber() {
        return kind == Kind.SIGNED || kind == Kind.UNSIGNED || kind == Kind.FLOAT;
    }

    /** True for texts that become values of their own, not bytes of the file. */
    public boolean isText() {
        return kind == Kind.FIXED_TEXT || kind == Kind.STRING;
    }

    /**
     * Returns a number of this type: a {@link Long}, {@link BigInteger}, {@link Float} or {@link Double}.
     *
     * @param source holds it from {@code at} on
     */
    public Object number(byte[] source, int at) {
        ByteBuffer buffer = ByteBuffer.wrap(source, at, bytes).order(order);
        if (kind == Kind.FLOAT) {
            return switch (bytes) {
                case 4 -> buffer.getFloat();
                case 8 -> buffer.getDouble();
                default -> throw StructureFault.unsupported("values of 16-bit floats");
            };
        }
        boolean isSigned = kind == Kind.SIGNED;
        return switch (bytes) {
            case 1 -> isSigned ? (long) buffer.get() : (long) (buffer.get() & 0xFF);
            case 2 -> isSigned ? (long) buffer.getShort() : (long) (buffer.getShort() & 0xFFFF);
            case 4 -> isSigned ? (long) buffer.getInt() : buffer.getInt() & 0xFFFF_FFFFL;
            default -> isSigned ? (Object) buffer.getLong() : unsigned(buffer.getLong());
        };
    }

    private static Object unsigned(long bits) {
        return bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
    }
}
