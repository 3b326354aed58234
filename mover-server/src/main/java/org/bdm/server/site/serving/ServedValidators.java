package org.bdm.server.site.serving;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
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

    static ServedValidators of(FileVersion version, Instant now) {
        Instant modified = version.modified();
        Instant changed = version.changed();
        String tag = "\"%x-%x.%x-%x.%x-%x\""
                .formatted(
                        version.size(),
                        modified.getEpochSecond(),
                        modified.getNano(),
                        changed.getEpochSecond(),
                        changed.getNano(),
                        version.inode());
        boolean isSettled = modified.isBefore(now.minus(SETTLED));
        return new ServedValidators(tag, isSettled ? Instant.ofEpochSecond(modified.getEpochSecond()) : null);
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
