package org.bdm.core.source.http.question;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Validators of the content that a data node serves under a URL (RFC 9110, 8.8). All ranges of a file that come from one copy must carry
 * the same; THREDDS sends no ETag and ignores If-Range, so they are compared here.
 *
 * @param sizeBytes size of the whole file
 * @param entityTag ETag as sent, with its quotes; empty if there is none or it is a weak one
 * @param lastModified Last-Modified as sent, if it was sent
 */
public record Validators(long sizeBytes, Optional<String> entityTag, Optional<String> lastModified) {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** True when both may describe the same content: no value that both have differs. */
    public boolean agreesWith(Validators other) {
        return sizeBytes == other.sizeBytes
                && agree(entityTag, other.entityTag)
                && agree(lastModified, other.lastModified);
    }

    private static boolean agree(Optional<String> one, Optional<String> other) {
        return one.isEmpty() || other.isEmpty() || one.equals(other);
    }

    /** Last-Modified as a time; the epoch if it was not sent or cannot be read. */
    public Instant modified() {
        return lastModified.flatMap(Validators::parse).orElse(Instant.EPOCH);
    }

    private static Optional<Instant> parse(String date) {
        try {
            return Optional.of(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT))
                    .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty(); // an old spelling of dates, which nobody sends any more: it is compared as text
        }
    }

    /** A number that follows from the ETag and stands where a file system has the inode; 0 without an ETag. */
    public long identity() {
        if (entityTag.isEmpty()) return 0;
        CRC32C crc = new CRC32C();
        crc.update(entityTag.get().getBytes(StandardCharsets.UTF_8));
        long identity = ((crc.getValue() + 1) * SPREAD) >>> 1;
        return identity == 0 ? 1 : identity;
    }

    @Override
    public String toString() {
        return sizeBytes + " bytes" + entityTag.map(tag -> ", ETag " + tag).orElse("")
                + lastModified.map(date -> ", Last-Modified " + date).orElse("");
    }
}
