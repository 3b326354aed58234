package org.bdm.core.s3.http;

import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ShownText;

/** Reads what the head of an answer tells of an object. */
final class ToldHead {
    private static final String METADATA = "x-amz-meta-";

    private ToldHead() {}

    /**
     * The object of an answer.
     *
     * @param size of the whole object; negative if the answer has none
     */
    static ObjectHead of(String key, S3Answer answer, long size) {
        if (size < 0)
            throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the store tells no size of " + ShownText.of(key));
        Map<String, String> metadata = new HashMap<>();
        answer.head().headers().forEach(field -> {
            String name = field.getKey().toLowerCase(Locale.ROOT);
            if (name.startsWith(METADATA)) metadata.put(name.substring(METADATA.length()), field.getValue());
        });
        Instant modified =
                answer.field(HttpHeaderNames.LAST_MODIFIED).map(ToldHead::time).orElse(Instant.EPOCH);
        return new ObjectHead(
                key,
                size,
                answer.field(HttpHeaderNames.ETAG)
                        .filter(tag -> !tag.equals("\"\""))
                        .orElse(null),
                answer.field("x-amz-version-id")
                        .filter(id -> !id.equals("null"))
                        .orElse(null),
                modified,
                Map.copyOf(metadata));
    }

    private static Instant time(String text) {
        Date date = DateFormatter.parseHttpDate(text);
        return date == null ? Instant.EPOCH : date.toInstant();
    }
}
