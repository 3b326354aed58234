package org.bdm.server.reference;

import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.Variable;

/** Knows what readers of Zarr make of packed values otherwise than of the file itself. Pure. */
final class PackedIntegers {
    private static final String UNSIGNED = "_Unsigned";

    private PackedIntegers() {}

    /** Notes factors that JSON has as doubles: xarray computes in another precision than for the file. */
    static void note(Variable variable, String prefix, List<String> notes) {
        boolean isSingle = isOf(variable, "scale_factor", Float.class) || isOf(variable, "add_offset", Float.class);
        boolean isFloat = variable.type().kind() == ElementType.Kind.FLOAT
                && (isOf(variable, "scale_factor", Double.class) || isOf(variable, "add_offset", Double.class));
        if (!isSingle && !isFloat) return;
        String how = isSingle
                ? "factors of 32 bits, which JSON has as 64 bits: values are read with 64 bits, and"
                : "factors of 64 bits into floats: values";
        notes.add("'" + prefix + variable.name() + "' is packed with " + how
                + " may differ in the last digit of 32 bits from those that the file itself gives");
    }

    /**
     * The variable as a reader gets the same values: xarray 2026.9 swaps the bytes of the {@code _FillValue} of big-endian integers that are
     * {@code _Unsigned}, and so does not mask it. Such are shown as the unsigned integers that they are.
     */
    static Variable readable(Variable variable, String prefix, List<String> notes) {
        ElementType type = variable.type();
        Optional<Attribute> fill = find(variable, ArrayReferences.FILL);
        boolean isSwapped = type.kind() == ElementType.Kind.SIGNED
                && type.bytes() > 1
                && type.order() == ByteOrder.BIG_ENDIAN
                && find(variable, UNSIGNED)
                        .filter(attribute -> attribute.values().equals(List.of("true")))
                        .isPresent()
                && fill.filter(attribute -> attribute.values().size() == 1
                                && attribute.values().get(0) instanceof Long)
                        .isPresent();
        if (!isSwapped) return variable;
        List<Attribute> attributes = new ArrayList<>();
        for (Attribute attribute : variable.attributes()) {
            if (attribute.name().equals(UNSIGNED)) continue;
            boolean isFill = attribute.name().equals(ArrayReferences.FILL);
            attributes.add(isFill ? unsigned(attribute, type.bytes()) : attribute);
        }
        notes.add("'" + prefix + variable.name() + "' is _Unsigned: it is shown with an unsigned type");
        ElementType unsigned =
                new ElementType(ElementType.Kind.UNSIGNED, type.bytes(), type.order(), "unsigned " + type.words());
        return new Variable(
                variable.name(), unsigned, variable.dimensions(), attributes, variable.storage(), variable.fill());
    }

    private static Attribute unsigned(Attribute fill, int bytes) {
        BigInteger value = BigInteger.valueOf((Long) fill.values().get(0)).mod(BigInteger.ONE.shiftLeft(8 * bytes));
        boolean isLong = value.bitLength() < Long.SIZE;
        return new Attribute(fill.name(), List.of(isLong ? (Object) value.longValue() : value));
    }

    private static Optional<Attribute> find(Variable variable, String name) {
        return variable.attributes().stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst();
    }

    private static boolean isOf(Variable variable, String name, Class<?> type) {
        return find(variable, name)
                .filter(attribute -> attribute.values().size() == 1
                        && type.isInstance(attribute.values().get(0)))
                .isPresent();
    }
}
