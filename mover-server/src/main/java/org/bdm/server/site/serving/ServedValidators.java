package org.bdm.server.site.serving;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/**
 * The validators that tell one content of a file from another (RFC 9110, section 8.8).
 *
 * @param entityTag strong, with its quotes: size, mtime and ctime in nanoseconds, and inode
 * @param lastModified whole seconds; null while a second change could still get the same date, or for a date to come
 */
record ServedValidators(String entityTag, @Nullable Instant lastModified) {
    /** A date is a strong validator only when nothing more can happen within its second; clocks of file servers differ a little. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /** Days have two digits, unlike in {@link DateTimeFormatter#RFC_1123_DATE_TIME}. */
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    static ServedValidators of(FileVersion version, Instant now) {
        Instant modified = version.modified();
        boolean isSettled = modified.isBefore(now.minus(SETTLED));
        return new ServedValidators(tag(version), isSettled ? Instant.ofEpochSecond(modified.getEpochSecond()) : null);
    }

    /** Returns the entity tag, with its quotes. */
    static String tag(FileVersion version) {
        Instant modified = version.modified();
        Instant changed = version.changed();
        return "\"%x-%x.%x-%x.%x-%x\""
                .formatted(
                        version.size(),
                        modified.getEpochSecond(),
                        modified.getNano(),
                        changed.getEpochSecond(),
                        changed.getNano(),
                        version.inode());
    }

    /** Returns a time as headers have it (RFC 9110, section 5.6.7). */
    static String date(Instant time) {
        return HTTP_DATE.format(time);
    }

    /** True if a range may be sent, or the file has to be sent whole: section 13.1.5. */
    boolean allowRange(@Nullable String ifRange) {
        if (ifRange == null) return true;
        if (ifRange.startsWith("\"")) return ifRange.equals(entityTag);
        if (ifRange.startsWith("W/") || lastModified == null) return false;
        try {
            return ZonedDateTime.parse(ifRange, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .equals(lastModified);
        } catch (DateTimeException unreadable) {
            return false; // what cannot be compared does not match: the file is sent whole
        }
    }
}
