package org.bdm.server.reference;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the unit and the calendar of an array as the CF conventions say: bounds have those of the coordinate that names them, but for what
 * they say themselves. Pure.
 */
final class TimeUnits {
    private TimeUnits() {}

    /** The attribute {@code units}; null for none. */
    static @Nullable Object unit(ReferenceSet set, ReferencedArray array) {
        return own(set, array, "units");
    }

    /** The attribute {@code calendar}; null for none. */
    static @Nullable Object calendar(ReferenceSet set, ReferencedArray array) {
        return own(set, array, "calendar");
    }

    private static @Nullable Object own(ReferenceSet set, ReferencedArray array, String attribute) {
        if (array.attributes().containsKey(attribute)) return array.attributes().get(attribute);
        return coordinate(set, array)
                .map(coordinate -> coordinate.attributes().get(attribute))
                .orElse(null);
    }

    private static Optional<ReferencedArray> coordinate(ReferenceSet set, ReferencedArray bounds) {
        return set.arrays().stream()
                .filter(other -> names(other, "bounds", bounds) || names(other, "climatology", bounds))
                .findFirst();
    }

    private static boolean names(ReferencedArray owner, String attribute, ReferencedArray bounds) {
        return owner.attributes().get(attribute) instanceof String name
                && name.strip().equals(bounds.path());
    }

    /** True if both arrays have the same unit and the same calendar, in the same words. */
    static boolean areSame(ReferenceSet one, ReferencedArray array, ReferenceSet other, ReferencedArray othersArray) {
        return Objects.equals(unit(one, array), unit(other, othersArray))
                && Objects.equals(calendar(one, array), calendar(other, othersArray));
    }
}
