package org.bdm.core.netcdf.classic;

import java.nio.ByteOrder;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.ElementType.Kind;
import org.bdm.core.netcdf.StructureFault;

/** The types of the classic formats, by their numbers: 7 and more are of CDF-5. */
final class ClassicType {
    private ClassicType() {}

    static ElementType of(long number, long at) {
        return switch ((int) Math.min(number, Integer.MAX_VALUE)) {
            case 1 -> type(Kind.SIGNED, 1, "byte");
            case 2 -> type(Kind.CHARACTER, 1, "char");
            case 3 -> type(Kind.SIGNED, 2, "short");
            case 4 -> type(Kind.SIGNED, 4, "int");
            case 5 -> type(Kind.FLOAT, 4, "float");
            case 6 -> type(Kind.FLOAT, 8, "double");
            case 7 -> type(Kind.UNSIGNED, 1, "ubyte");
            case 8 -> type(Kind.UNSIGNED, 2, "ushort");
            case 9 -> type(Kind.UNSIGNED, 4, "uint");
            case 10 -> type(Kind.SIGNED, 8, "int64");
            case 11 -> type(Kind.UNSIGNED, 8, "uint64");
            default -> throw StructureFault.malformed(at, "there is no type " + number);
        };
    }

    private static ElementType type(Kind kind, int bytes, String words) {
        return new ElementType(kind, bytes, ByteOrder.BIG_ENDIAN, words);
    }
}
