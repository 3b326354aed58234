package org.bdm.client.output;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Moments and durations for people: moments in the zone of the reader, durations in their two largest units. */
public final class TimeText {
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final Pattern PART = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d|)");

    private TimeText() {}

    /** For example {@code 2026-11-20 14:03:10}; a dash for null. */
    public static String moment(@Nullable Instant moment, ZoneId zone) {
        return moment == null ? "-" : MOMENT.format(moment.atZone(zone));
    }

    /** The time of day. */
    public static String clock(Instant moment, ZoneId zone) {
        return CLOCK.format(moment.atZone(zone));
    }

    /** For example {@code 0.4 s}, {@code 12 s}, {@code 3 min 05 s}, {@code 2 h 10 min}, {@code 3 d 4 h}. */
    public static String duration(Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        long seconds = millis / 1000;
        if (seconds < 10) return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        if (seconds < 60) return seconds + " s";
        if (seconds < 3600) return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
        if (seconds < 86_400) return String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
        return seconds / 86_400 + " d " + seconds / 3600 % 24 + " h";
    }

    /**
     * Reads {@code 30s}, {@code 5m}, {@code 1h30m}, {@code 2d} or a number of seconds.
     *
     * @throws IllegalArgumentException for anything else, with a sentence that can be shown
     */
    public static Duration parse(String text) {
        Matcher part = PART.matcher(text.strip());
        Duration sum = Duration.ZERO;
        int read = 0;
        while (part.find() && part.start() == read) {
            sum = sum.plus(amount(Long.parseLong(part.group(1)), part.group(2)));
            read = part.end();
        }
        if (read == 0 || read != text.strip().length())
            throw new IllegalArgumentException("'" + text + "' is not a duration; write 30s, 5m, 1h30m or 2d");
        return sum;
    }

    private static Duration amount(long count, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            default -> Duration.ofSeconds(count);
        };
    }
}
