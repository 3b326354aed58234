package org.bdm.server.reference;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.StructureFault;
import org.jspecify.annotations.Nullable;

/**
 * The axis along which files follow one another: the dimension whose coordinate counts from a moment. Its values are held in the set, in the
 * unit of the first file, so that files that count from other moments can be combined. Files are in the order of time, not of names.
 */
final class TimeAxis {
    private static final double GAP_OF_STEPS = 1.9; // months have 28 to 31 days

    /** A set with its times, in the unit of the first. */
    private record Part(ReferenceSet set, double[] times) {
        double first() {
            return times[0];
        }

        double last() {
            return times[times.length - 1];
        }

        double step() {
            double step = 0;
            for (int i = 1; i < times.length; i++) step = Math.max(step, times[i] - times[i - 1]);
            return step;
        }
    }

    private final String dimension;
    private final List<Part> parts;

    private TimeAxis(String dimension, List<Part> parts) {
        this.dimension = dimension;
        this.parts = parts;
    }

    /** The axis of these sets, with the sets in its order; UNSUPPORTED with the names of files. */
    static TimeAxis of(List<ReferenceSet> sets) {
        ReferenceSet first = sets.get(0);
        ReferencedArray coordinate = coordinate(first)
                .orElseThrow(() -> CombinedReferences.refused(
                        "has no coordinate in a unit of time that could be held in the set", first, null));
        List<Part> parts = new ArrayList<>();
        for (ReferenceSet set : sets) {
            ReferencedArray own = coordinate(set)
                    .filter(array -> array.path().equals(coordinate.path()))
                    .orElseThrow(() ->
                            CombinedReferences.refused("lacks the time axis '" + coordinate.path() + "'", set, first));
            double[] times = times(coordinate, own);
            if (times.length == 0) throw CombinedReferences.refused("has no steps in time", set, null);
            if (Double.isNaN(times[0]))
                throw CombinedReferences.refused("counts time in another calendar or unit", set, first);
            for (int i = 1; i < times.length; i++) {
                if (!(times[i] > times[i - 1]))
                    throw CombinedReferences.refused("has times that do not increase", set, null);
            }
            parts.add(new Part(set, times));
        }
        parts.sort(Comparator.comparingDouble(Part::first));
        TimeAxis axis = new TimeAxis(coordinate.path(), parts);
        axis.requireNoOverlap();
        return axis;
    }

    private static Optional<ReferencedArray> coordinate(ReferenceSet set) {
        return set.arrays().stream()
                .filter(array -> array.isInline()
                        && array.dimensions().equals(List.of(array.path()))
                        && array.type().element().isNumber()
                        && CfTimeUnit.isOne(array.attributes().get("units")))
                .findFirst();
    }

    private void requireNoOverlap() {
        for (int i = 1; i < parts.size(); i++) {
            Part before = parts.get(i - 1);
            Part part = parts.get(i);
            if (part.first() > before.last()) continue;
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    name(before) + " and " + name(part)
                            + " overlap in time: make a set of each file, or of a directory without one" + " of them");
        }
    }

    private static String name(Part part) {
        return part.set().files().get(0).name();
    }

    String dimension() {
        return dimension;
    }

    List<ReferenceSet> sets() {
        return parts.stream().map(Part::set).toList();
    }

    boolean isAlong(ReferencedArray array) {
        return array.dimensions().contains(dimension);
    }

    /** Sentences about steps that are longer than any within a file. */
    List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        for (int i = 1; i < parts.size(); i++) {
            Part before = parts.get(i - 1);
            Part part = parts.get(i);
            double longest = Math.max(before.step(), part.step());
            if (longest > 0 && part.first() - before.last() > GAP_OF_STEPS * longest) {
                gaps.add("time has a gap between " + name(before) + " and " + name(part));
            }
        }
        return gaps;
    }

    /**
     * Returns true if values of these arrays can be in one array: their units are the same, or the set holds the values and both count from a
     * moment of one calendar. The unit of bounds is that of the coordinate that names them.
     *
     * @param first of the first set
     * @param number of the set of the other array, in the order of time
     */
    boolean isConvertible(ReferencedArray first, int number, ReferencedArray other) {
        ReferencedArray owner = owner(parts.get(0).set(), first);
        ReferencedArray othersOwner = owner(parts.get(number).set(), other);
        boolean isSame = Objects.equals(
                        owner.attributes().get("units"),
                        othersOwner.attributes().get("units"))
                && Objects.equals(
                        owner.attributes().get("calendar"),
                        othersOwner.attributes().get("calendar"));
        return isSame || (first.isInline() && first.type().element().isNumber() && units(owner, othersOwner) != null);
    }

    private record Units(CfTimeUnit to, CfTimeUnit from) {}

    private static @Nullable Units units(ReferencedArray one, ReferencedArray other) {
        CfTimeUnit to =
                CfTimeUnit.of(one.attributes().get("units"), one.attributes().get("calendar"));
        CfTimeUnit from = CfTimeUnit.of(
                other.attributes().get("units"), other.attributes().get("calendar"));
        boolean isOneCalendar = to != null && from != null && to.calendar().equals(from.calendar());
        return isOneCalendar && to != null && from != null ? new Units(to, from) : null;
    }

    /**
     * The values of all files as one array, in the unit of the first. Bounds have no unit of their own: theirs is that of the coordinate that
     * names them.
     */
    byte[] values(ReferencedArray first, List<ReferencedArray> arrays) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        ReferencedArray owner = owner(parts.get(0).set(), first);
        for (int i = 0; i < arrays.size(); i++) {
            byte[] own = Objects.requireNonNull(arrays.get(i).values());
            ReferencedArray ownersPart = owner(parts.get(i).set(), arrays.get(i));
            boolean isSame = Objects.equals(
                    owner.attributes().get("units"), ownersPart.attributes().get("units"));
            Units units = isSame ? null : units(owner, ownersPart);
            if (!isSame && units == null) {
                throw CombinedReferences.refused(
                        "counts '" + first.path() + "' in another unit",
                        parts.get(i).set(),
                        parts.get(0).set());
            }
            joined.writeBytes(units == null ? own : converted(own, first.type().element(), units, parts.get(i)));
        }
        return joined.toByteArray();
    }

    /** The array that has the unit: of bounds the one whose bounds they are. */
    private static ReferencedArray owner(ReferenceSet set, ReferencedArray array) {
        if (array.attributes().containsKey("units")) return array;
        return set.arrays().stream()
                .filter(other -> names(other, "bounds", array) || names(other, "climatology", array))
                .findFirst()
                .orElse(array);
    }

    private static boolean names(ReferencedArray owner, String attribute, ReferencedArray bounds) {
        return owner.attributes().get(attribute) instanceof String name
                && name.strip().equals(bounds.path());
    }

    private static byte[] converted(byte[] values, ElementType type, Units units, Part part) {
        ByteBuffer target = ByteBuffer.allocate(values.length).order(type.order());
        for (int at = 0; at < values.length; at += type.bytes()) {
            double value = units.from().in(units.to(), ((Number) type.number(values, at)).doubleValue());
            switch (type.kind()) {
                case FLOAT -> put(target, type.bytes(), value);
                case SIGNED -> putWhole(target, type.bytes(), value, part);
                default -> throw StructureFault.unsupported("times without a sign in other units");
            }
        }
        return target.array();
    }

    private static void put(ByteBuffer target, int bytes, double value) {
        if (bytes == 4) target.putFloat((float) value);
        else target.putDouble(value);
    }

    private static void putWhole(ByteBuffer target, int bytes, double value, Part part) {
        long whole = Math.round(value);
        boolean isExact = whole == value && (bytes == 8 || (bytes == 4 && whole == (int) whole));
        if (!isExact)
            throw CombinedReferences.refused(
                    "has times that are no whole numbers in the unit of the set", part.set(), null);
        if (bytes == 8) target.putLong(whole);
        else target.putInt((int) whole);
    }

    /** In the unit of the first file; the first is NaN if they cannot be converted. */
    private static double[] times(ReferencedArray first, ReferencedArray own) {
        byte[] values = Objects.requireNonNull(own.values());
        ElementType type = own.type().element();
        double[] times = new double[values.length / type.bytes()];
        boolean isSame = Objects.equals(
                        first.attributes().get("units"), own.attributes().get("units"))
                && Objects.equals(
                        first.attributes().get("calendar"), own.attributes().get("calendar"));
        Units units = isSame ? null : units(first, own);
        for (int i = 0; i < times.length; i++) {
            double value = ((Number) type.number(values, i * type.bytes())).doubleValue();
            times[i] =
                    isSame ? value : units == null ? Double.NaN : units.from().in(units.to(), value);
        }
        return times;
    }
}
