package org.bdm.server.reference;

import java.nio.ByteOrder;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.StructureFault;

/**
 * The type of an array, as Zarr writes it.
 *
 * @param dtype for example {@code <f4}
 * @param element as the file has it
 */
public record ZarrType(String dtype, ElementType element) {
    /** Of a variable; UNSUPPORTED with its name. */
    static ZarrType of(ElementType type, String variable) {
        if (type.kind() == ElementType.Kind.FLOAT && type.bytes() == 2) {
            throw StructureFault.unsupported("'" + variable + "' has 16-bit floats, which NetCDF does not have");
        }
        String order = type.bytes() == 1 ? "|" : type.order() == ByteOrder.BIG_ENDIAN ? ">" : "<";
        String dtype = switch (type.kind()) {
            case SIGNED -> order + "i" + type.bytes();
            case UNSIGNED -> order + "u" + type.bytes();
            case FLOAT -> order + "f" + type.bytes();
            case CHARACTER -> "|S1";
            case FIXED_TEXT, STRING -> "|O";
            case OTHER ->
                throw StructureFault.unsupported(
                        "'" + variable + "' cannot be referenced: its type is " + type.words());
        };
        return new ZarrType(dtype, type);
    }
}
