package org.bdm.client;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request as it is sent. Immutable.
 *
 * @param method GET, POST, ..
 * @param target path and query
 * @param headers by name; no value has a control character
 * @param body null for none; read once for each time that the request is sent
 * @param length of the body in bytes; negative if nobody knows it before it was read
 * @param answerTimeout for the head of the answer; zero waits as long as the connection lasts
 */
record RestRequest(
        String method,
        String target,
        Map<String, String> headers,
        @Nullable Supplier<InputStream> body,
        long length,
        Duration answerTimeout) {
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    RestRequest {
        headers = new LinkedHashMap<>(headers);
        headers.forEach((name, value) -> {
            if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f))
                throw new IllegalArgumentException("the header " + name + " has a control character");
        });
    }

    static RestRequest of(String method, String target) {
        return new RestRequest(method, target, Map.of(), null, 0, Duration.ZERO);
    }

    RestRequest header(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new RestRequest(method, target, all, body, length, answerTimeout);
    }

    /** With a key, by which the server knows a repetition. */
    RestRequest keyed(String key) {
        return header(IDEMPOTENCY_KEY, key);
    }

    RestRequest within(Duration timeout) {
        return new RestRequest(method, target, headers, body, length, timeout);
    }

    RestRequest body(String contentType, byte[] bytes) {
        Supplier<InputStream> content = () -> new ByteArrayInputStream(bytes);
        return header("Content-Type", contentType).withBody(content, bytes.length);
    }

    /** A body of unknown length, sent while it is read. */
    RestRequest body(String contentType, Supplier<InputStream> content) {
        return header("Content-Type", contentType).withBody(content, -1);
    }

    private RestRequest withBody(Supplier<InputStream> content, long bytes) {
        return new RestRequest(method, target, headers, content, bytes, answerTimeout);
    }

    /** True when sending it twice has the same effect as sending it once, and its body can be read twice. */
    boolean mayBeRepeated() {
        boolean isKeyed = headers.containsKey(IDEMPOTENCY_KEY) && length >= 0;
        return method.equals("GET") || isKeyed;
    }

    byte[] head(String host) {
        StringBuilder head =
                new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        head.append("Host: ").append(host).append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (body != null && length < 0) head.append("Transfer-Encoding: chunked\r\n");
        else if (body != null || !(method.equals("GET") || method.equals("DELETE")))
            head.append("Content-Length: ").append(length).append("\r\n");
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
