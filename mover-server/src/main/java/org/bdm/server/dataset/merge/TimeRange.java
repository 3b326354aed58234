package org.bdm.server.dataset.merge;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that a file name says the file covers, as in {@code tas_Amon_X_195001-195912.nc}.
 *
 * @param stem what stands before it
 * @param first first instant, digits from the year on
 * @param last last instant, as many digits
 */
record TimeRange(String stem, String first, String last) {
    private static final Pattern NAMED =
            Pattern.compile("(.+)_(\\d{4,14})-(\\d{4,14})((?:-clim)?)\\.nc", Pattern.CASE_INSENSITIVE);

    static Optional<TimeRange> of(String fileName) {
        Matcher named = NAMED.matcher(fileName);
        if (!named.matches()) return Optional.empty();
        return Optional.of(new TimeRange(named.group(1) + named.group(4), named.group(2), named.group(3)));
    }

    /** True if both tell of the same thing at the same time, and still are not the same range. */
    boolean overlaps(TimeRange other) {
        if (!stem.equals(other.stem) || equals(other)) return false;
        return compare(first, other.last) <= 0 && compare(other.first, last) <= 0;
    }

    /** Compares as far as both are precise. */
    private static int compare(String left, String right) {
        int digits = Math.min(left.length(), right.length());
        return left.substring(0, digits).compareTo(right.substring(0, digits));
    }
}
