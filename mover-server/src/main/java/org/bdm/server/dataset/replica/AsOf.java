package org.bdm.server.dataset.replica;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The day whose versions are wanted: of each dataset the newest that was published on it or before. */
public record AsOf(LocalDate day) {
    private static final Pattern FORM = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final ZoneOffset FIRST_TO_SEE_A_DAY = ZoneOffset.ofHours(14);

    /** Reads what somebody asked for; INVALID_REQUEST for what is no day, and for a day that is nowhere on earth yet. */
    public static AsOf read(String text, Clock clock) {
        if (!FORM.matcher(text).matches()) throw notADay();
        LocalDate day;
        try {
            day = LocalDate.parse(text, DateTimeFormatter.ISO_LOCAL_DATE);
        } catch (DateTimeParseException e) {
            throw notADay();
        }
        if (day.isAfter(LocalDate.now(clock.withZone(FIRST_TO_SEE_A_DAY)))) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "asOf: " + text + " is in the future; it is today or a day before, YYYY-MM-DD");
        }
        return new AsOf(day);
    }

    private static MoverException notADay() {
        return new MoverException(
                ErrorCode.INVALID_REQUEST, "asOf: not a day of the form YYYY-MM-DD, for example 2021-01-31");
    }

    @Override
    public String toString() {
        return day.toString();
    }
}
