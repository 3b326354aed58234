package org.bdm.server.drs;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The day that a version bears in its digits, as 20191207 does. */
public final class VersionDay {
    private static final Pattern DATED = Pattern.compile("[vV]?(\\d{8})(?:\\d{2}){0,3}");
    private static final LocalDate FIRST = LocalDate.of(1950, 1, 1);

    private VersionDay() {}

    /** Reads a version of 8, 10, 12 or 14 digits, with or without {@code v}; empty for a plain number, and for what is no day since 1950. */
    public static Optional<LocalDate> of(String version) {
        Matcher digits = DATED.matcher(version);
        if (!digits.matches()) return Optional.empty();
        try {
            return Optional.of(LocalDate.parse(digits.group(1), DateTimeFormatter.BASIC_ISO_DATE))
                    .filter(day -> !day.isBefore(FIRST));
        } catch (DateTimeParseException notADay) {
            return Optional.empty();
        }
    }

    /** Returns the same number of digits for all versions that bear a day: the later one is the greater text. */
    static String sortable(String dated) {
        String digits = dated.replaceFirst("^[vV]", "");
        return digits + "0".repeat(14 - digits.length());
    }

    /** Dated versions in the order of their time: 202001011200 is after 20200101, and before 20200102. */
    static int compare(String left, String right) {
        return sortable(left).compareTo(sortable(right));
    }
}
