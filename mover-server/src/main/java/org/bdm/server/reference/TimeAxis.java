package org.bdm.server.reference;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.ElementType;

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
            double[] times = times(first, coordinate, set, own);
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
        ReferenceSet firstSet = parts.get(0).set();
        ReferenceSet set = parts.get(number).set();
        if (TimeUnits.areSame(firstSet, first, set, other)) return true;
        return first.isInline()
                && first.type().element().isNumber()
                && TimeConversion.of(firstSet, first, set, other) != null;
    }

    /** The values of all files as one array, in the unit of the first; UNSUPPORTED. */
    byte[] values(ReferencedArray first, List<ReferencedArray> arrays) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int i = 0; i < arrays.size(); i++) joined.writeBytes(values(first, i, arrays.get(i)));
        return joined.toByteArray();
    }

    private byte[] values(ReferencedArray first, int number, ReferencedArray array) {
        ReferenceSet firstSet = parts.get(0).set();
        ReferenceSet set = parts.get(number).set();
        byte[] own = Objects.requireNonNull(array.values());
        if (TimeUnits.areSame(firstSet, first, set, array)) return own;
        TimeConversion conversion = TimeConversion.of(firstSet, first, set, array);
        if (conversion == null) {
            throw CombinedReferences.refused("counts '" + first.path() + "' in another unit", set, firstSet);
        }
        return conversion.of(own, first.type().element());
    }

    /** In the unit of the first file; the first is NaN if they cannot be converted. */
    private static double[] times(ReferenceSet firstSet, ReferencedArray first, ReferenceSet set, ReferencedArray own) {
        byte[] values = Objects.requireNonNull(own.values());
        ElementType type = own.type().element();
        double[] times = new double[values.length / type.bytes()];
        boolean isSame = TimeUnits.areSame(firstSet, first, set, own);
        TimeConversion conversion = isSame ? null : TimeConversion.of(firstSet, first, set, own);
        List<Object> missing = TimeConversion.missing(own);
        for (int i = 0; i < times.length; i++) {
            Object value = type.number(values, i * type.bytes());
            if (missing.contains(JsonValues.number(value)))
                throw CombinedReferences.refused("has missing times", set, null);
            if (isSame) times[i] = ((Number) value).doubleValue();
            else times[i] = conversion == null ? Double.NaN : conversion.of(value);
        }
        return times;
    }
}
