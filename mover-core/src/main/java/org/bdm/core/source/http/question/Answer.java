package org.bdm.core.source.http.question;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.block.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * The head of an answer, as far as it is of use here.
 *
 * @param range what a 206 says that it brings; null if it says nothing that can be understood
 * @param sizeBytes of the whole file; -1 if the answer does not tell
 * @param locality where StoRM says that the file is: TAPE, DISK, ..; empty if nothing is said
 * @param contentType without parameters, lower case; empty if there is none
 */
public record Answer(
        int status,
        @Nullable ByteRange range,
        long sizeBytes,
        String contentType,
        Optional<String> contentEncoding,
        Optional<String> entityTag,
        Optional<String> lastModified,
        String locality) {
    private static final int OK = 200;
    private static final String LOCALITY = "Locality";
    private static final int FIELD_CHARS_MAX = 512;
    private static final Pattern CONTENT_RANGE =
            Pattern.compile("bytes\\s+(?:(\\d{1,18})-(\\d{1,18})|\\*)/(?:(\\d{1,18})|\\*)", Pattern.CASE_INSENSITIVE);

    static Answer of(HttpResponse head) {
        HttpHeaders fields = head.headers();
        int status = head.status().code();
        ByteRange range = null;
        long size = status == OK ? number(fields.get(HttpHeaderNames.CONTENT_LENGTH)) : -1;
        String said = fields.get(HttpHeaderNames.CONTENT_RANGE);
        if (said != null && status != OK) {
            Matcher matcher = CONTENT_RANGE.matcher(said.strip());
            if (matcher.matches()) {
                size = number(matcher.group(3));
                range = range(number(matcher.group(1)), number(matcher.group(2)));
            }
        }
        Optional<String> encoding =
                field(fields, HttpHeaderNames.CONTENT_ENCODING).filter(coding -> !coding.equalsIgnoreCase("identity"));
        Optional<String> entityTag =
                field(fields, HttpHeaderNames.ETAG).filter(tag -> tag.startsWith("\"") && tag.endsWith("\""));
        String type = field(fields, HttpHeaderNames.CONTENT_TYPE).orElse("");
        int parameters = type.indexOf(';');
        if (parameters >= 0) type = type.substring(0, parameters);
        return new Answer(
                status,
                range,
                size,
                type.strip().toLowerCase(Locale.ROOT),
                encoding,
                entityTag,
                field(fields, HttpHeaderNames.LAST_MODIFIED),
                field(fields, LOCALITY).orElse(""));
    }

    private static @Nullable ByteRange range(long first, long last) {
        return first < 0 || last < first ? null : ByteRange.between(first, last + 1);
    }

    private static Optional<String> field(HttpHeaders fields, CharSequence name) {
        return Optional.ofNullable(fields.get(name))
                .map(String::strip)
                .filter(text -> !text.isEmpty() && text.length() <= FIELD_CHARS_MAX);
    }

    private static long number(@Nullable String digits) {
        if (digits == null || digits.isEmpty() || digits.length() > 18) return -1;
        return digits.chars().allMatch(c -> c >= '0' && c <= '9') ? Long.parseLong(digits) : -1;
    }

    /** Seconds or a date (RFC 9110, 10.2.3); empty if it is missing or nonsense. */
    static Optional<Duration> retryAfter(HttpHeaders fields, Instant now) {
        String said = fields.get(HttpHeaderNames.RETRY_AFTER);
        if (said == null) return Optional.empty();
        long seconds = number(said.strip());
        if (seconds >= 0) return Optional.of(Duration.ofSeconds(Math.min(seconds, 1L << 31)));
        try {
            Instant until = ZonedDateTime.parse(said.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(Duration.between(now, until)).filter(pause -> !pause.isNegative());
        } catch (DateTimeException e) {
            return Optional.empty(); // the node's own pause is taken instead
        }
    }

    /** With the size that is known from elsewhere if the answer does not tell. */
    public Validators validators(long sizeElse) {
        return new Validators(sizeBytes < 0 ? sizeElse : sizeBytes, entityTag, lastModified);
    }

    public boolean isWebPage() {
        return contentType.equals("text/html") || contentType.equals("application/xhtml+xml");
    }
}
