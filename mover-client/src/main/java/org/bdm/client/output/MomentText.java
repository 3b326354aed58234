package org.bdm.client.output;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;

/** Moments as people write them: RFC 3339, a day in the zone of the reader, or a duration before or after now. */
public final class MomentText {
    private MomentText() {}

    /**
     * Reads {@code 2026-01-31T12:00:00Z}, {@code 2026-01-31} (its begin), or {@code 7d} for a week ago.
     *
     * @throws IllegalArgumentException for anything else, with a sentence that can be shown
     */
    public static Instant past(String text, Clock clock) {
        return read(text, clock, -1);
    }

    /** As {@link #past}, but {@code 7d} is a week from now. */
    public static Instant future(String text, Clock clock) {
        return read(text, clock, 1);
    }

    private static Instant read(String text, Clock clock, int sign) {
        try {
            if (text.indexOf('T') > 0) return OffsetDateTime.parse(text).toInstant();
            if (text.indexOf('-') > 0)
                return LocalDate.parse(text).atStartOfDay(clock.getZone()).toInstant();
            return clock.instant().plus(TimeText.parse(text).multipliedBy(sign));
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a time; write 2026-01-31T12:00:00Z, 2026-01-31 or 7d", e);
        }
    }
}
