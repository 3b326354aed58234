package org.bdm.server.reference;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bdm.core.netcdf.ElementType;
import org.jspecify.annotations.Nullable;

/**
 * Converts values that count from a moment to another unit of the same calendar. What would not be exact is refused: a reader cannot see that
 * a time was rounded. Pure.
 *
 * @param set of the values, for refusals
 * @param missing values that stand for no time, and stay as they are
 */
record TimeConversion(CfTimeUnit from, CfTimeUnit to, ReferenceSet set, List<Object> missing) {
    /** xarray rounds to microseconds or finer: doubles that were converted differ by less. */
    private static final double SECONDS_ROUNDED_MAX = 1e-6;

    private static final List<String> PACKING = List.of("scale_factor", "add_offset");

    /** The conversion of {@code array} to the unit of {@code first}; null if there is none. */
    static @Nullable TimeConversion of(
            ReferenceSet firstSet, ReferencedArray first, ReferenceSet set, ReferencedArray array) {
        CfTimeUnit to = CfTimeUnit.of(TimeUnits.unit(firstSet, first), TimeUnits.calendar(firstSet, first));
        CfTimeUnit from = CfTimeUnit.of(TimeUnits.unit(set, array), TimeUnits.calendar(set, array));
        if (to == null || from == null || !to.calendar().equals(from.calendar())) return null;
        // What is packed does not count in its unit.
        if (PACKING.stream().anyMatch(array.attributes()::containsKey)) return null;
        return new TimeConversion(from, to, set, missing(array));
    }

    /** Values that xarray masks. */
    static List<Object> missing(ReferencedArray array) {
        return Stream.of(
                        array.fillValue(),
                        array.attributes().get(ArrayReferences.FILL),
                        array.attributes().get("missing_value"))
                .filter(Objects::nonNull)
                .map(Object.class::cast)
                .toList();
    }

    /** One value in the other unit. */
    double of(Object value) {
        return from.in(to, ((Number) value).doubleValue());
    }

    /** The values of an array of this type in the other unit, in the same type; UNSUPPORTED if the type cannot hold them. */
    byte[] of(byte[] values, ElementType type) {
        ByteBuffer target = ByteBuffer.allocate(values.length).order(type.order());
        for (int at = 0; at < values.length; at += type.bytes()) {
            Object value = type.number(values, at);
            if (missing.contains(JsonValues.number(value)))
                target.put(Arrays.copyOfRange(values, at, at + type.bytes()));
            else put(target, type, of(value));
        }
        return target.array();
    }

    private void put(ByteBuffer target, ElementType type, double value) {
        if (type.kind() == ElementType.Kind.FLOAT) {
            if (type.bytes() == 8) target.putDouble(value);
            else target.putFloat(single(value));
            return;
        }
        long whole = Math.round(value);
        boolean fits = type.bytes() == 8 || (type.bytes() == 4 && whole == (int) whole);
        boolean isExact = type.kind() == ElementType.Kind.SIGNED && whole == value && fits;
        if (!isExact)
            throw CombinedReferences.refused("has times that are no whole numbers in the unit of the set", set, null);
        if (type.bytes() == 8) target.putLong(whole);
        else target.putInt((int) whole);
    }

    private float single(double value) {
        float single = (float) value;
        if (Math.abs(single - value) * to.seconds() > SECONDS_ROUNDED_MAX) {
            throw CombinedReferences.refused(
                    "has times that 32-bit floats cannot hold in the unit of the set", set, null);
        }
        return single;
    }
}
