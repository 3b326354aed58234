package org.bdm.core.s3.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A store of one bucket, {@code climate}, over real HTTP, which behaves as real ones were seen to behave. */
public final class FakeS3Store implements AutoCloseable {
    /** What a store does otherwise than most. */
    public enum Quirk {
        /** Lists {@code a/b} before {@code a!b}. */
        ORDER_BROKEN,
        NO_ETAG,
        /** Sends keys as they are, whatever was asked. */
        KEYS_NOT_ENCODED,
        IF_MATCH_IGNORED,
        /** Ranges carry the ETag of another version. */
        ANOTHER_ETAG_IN_RANGES,
        ANOTHER_RANGE,
        RANGES_IGNORED,
        /** Says 200 to a range, and sends it. */
        RANGES_WITH_200,
        /** Ends the first answer of each object in its middle. */
        CUT_ONCE,
        AWS_CHUNKED_STAYS,
        DOCTYPE,
        LISTING_WITHOUT_END,
        /** Says 404 with a page of HTML to all, as an ingress without its store. */
        HTML_404,
        /** Says 404 NoSuchUpload to all. */
        NO_SUCH_UPLOAD,
        EXPIRED_TOKEN,
        ERROR_IN_COMPLETE,
        COMPLETE_CUT,
        /** The result of Complete has an empty ETag (Ceph RGW 16). */
        COMPLETE_WITHOUT_ETAG,
        /** Complete is answered with a page of a proxy. */
        COMPLETE_IS_A_PAGE
    }

    /** An object. */
    public record Kept(byte[] bytes, String etag, Instant modified) {}

    /** A request as it came. */
    public record Asked(String method, String path, Map<String, String> query, Headers headers) {}

    private static final String BUCKET = "/climate";

    private final HttpServer server;
    private final Set<Quirk> quirks = EnumSet.noneOf(Quirk.class);
    private final TreeMap<String, Kept> objects = new TreeMap<>();
    private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> cut = Collections.synchronizedSet(new java.util.HashSet<>());
    private final AtomicInteger busy = new AtomicInteger();
    private volatile int busyStatus = 503;
    private volatile String retryAfter = "";

    public FakeS3Store() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newFixedThreadPool(8, task -> {
            Thread thread = new Thread(task, "fake-s3");
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public FakeS3Store with(Quirk quirk) {
        quirks.add(quirk);
        return this;
    }

    /** The next answers are this status, with this field if it is not empty. */
    public void busy(int answers, int status, String retryAfterField) {
        busyStatus = status;
        retryAfter = retryAfterField;
        busy.set(answers);
    }

    public synchronized void put(String key, byte[] bytes) {
        objects.put(key, new Kept(bytes, "\"" + md5(bytes) + "\"", Instant.parse("2026-01-02T03:04:05.678Z")));
    }

    public void put(String key, String text) {
        put(key, text.getBytes(StandardCharsets.UTF_8));
    }

    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    private static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = URLDecoder.decode(
                    exchange.getRequestURI().getRawPath().replace("+", "%2B"), StandardCharsets.UTF_8);
            Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
            asked.add(new Asked(exchange.getRequestMethod(), path, query, exchange.getRequestHeaders()));
            exchange.getRequestBody().readAllBytes();
            if (busy.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                if (!retryAfter.isEmpty()) exchange.getResponseHeaders().set("Retry-After", retryAfter);
                error(exchange, busyStatus, "SlowDown", "Reduce your request rate.");
            } else if (quirks.contains(Quirk.HTML_404)) {
                send(exchange, 404, "<html><body>no service</body></html>".getBytes(StandardCharsets.UTF_8));
            } else if (quirks.contains(Quirk.EXPIRED_TOKEN)) {
                error(exchange, 400, "ExpiredToken", "The provided token has expired.");
            } else if (quirks.contains(Quirk.NO_SUCH_UPLOAD)) {
                error(exchange, 404, "NoSuchUpload", "The specified upload does not exist.");
            } else if (path.equals(BUCKET)) {
                list(exchange, query);
            } else if (query.containsKey("uploadId")) {
                complete(exchange);
            } else if (exchange.getRequestMethod().equals("PUT")) {
                exchange.getResponseHeaders().set("ETag", "\"e\"");
                exchange.sendResponseHeaders(200, -1);
            } else {
                object(exchange, path.substring(BUCKET.length() + 1));
            }
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new HashMap<>();
        if (raw == null) return query;
        for (String pair : raw.split("&")) {
            int equals = pair.indexOf('=');
            query.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return query;
    }

    private static void error(HttpExchange exchange, int status, String code, String message) throws IOException {
        String xml = "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>" + message
                + "</Message><StringToSign>secret</StringToSign></Error>";
        send(exchange, status, xml.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
        if (!isHead) exchange.getResponseBody().write(body);
    }

    private void complete(HttpExchange exchange) throws IOException {
        String result = "<CompleteMultipartUploadResult><ETag>\"x-1\"</ETag></CompleteMultipartUploadResult>";
        if (quirks.contains(Quirk.ERROR_IN_COMPLETE)) {
            error(exchange, 200, "InternalError", "We encountered an internal error.");
        } else if (quirks.contains(Quirk.COMPLETE_CUT)) {
            send(exchange, 200, "<CompleteMultipartUploadRes".getBytes(StandardCharsets.UTF_8));
        } else {
            String page = "<html><head><title>Welcome</title></head></html>";
            String told = quirks.contains(Quirk.COMPLETE_WITHOUT_ETAG) ? result.replace("\"x-1\"", "") : result;
            String sent = quirks.contains(Quirk.COMPLETE_IS_A_PAGE) ? page : told;
            send(exchange, 200, sent.getBytes(StandardCharsets.UTF_8));
        }
    }

    private synchronized void list(HttpExchange exchange, Map<String, String> query) throws IOException {
        String prefix = query.getOrDefault("prefix", "");
        String after = query.getOrDefault("start-after", "");
        int most = Integer.parseInt(query.get("max-keys"));
        boolean isEncoded = !quirks.contains(Quirk.KEYS_NOT_ENCODED);
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>");
        if (quirks.contains(Quirk.DOCTYPE)) xml.append("<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>");
        xml.append("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
        if (isEncoded) xml.append("<EncodingType>url</EncodingType>");
        List<String> keys = new ArrayList<>(objects.tailMap(after, after.isEmpty()).keySet().stream()
                .filter(key -> key.startsWith(prefix))
                .toList());
        boolean isTruncated = keys.size() > most || quirks.contains(Quirk.LISTING_WITHOUT_END);
        keys = new ArrayList<>(keys.subList(0, Math.min(most, keys.size())));
        if (quirks.contains(Quirk.ORDER_BROKEN)) Collections.reverse(keys);
        for (String key : keys) {
            Kept kept = objects.get(key);
            String shown = isEncoded
                    ? PercentCoding.encodedPath(key)
                    : key.replace("&", "&amp;").replace("<", "&lt;");
            xml.append("<Contents><Key>").append(shown).append("</Key><LastModified>");
            xml.append(kept.modified()).append("</LastModified>");
            if (!quirks.contains(Quirk.NO_ETAG))
                xml.append("<ETag>").append(kept.etag().replace("\"", "&quot;")).append("</ETag>");
            xml.append("<Size>").append(kept.bytes().length).append("</Size></Contents>");
        }
        xml.append("<IsTruncated>").append(isTruncated).append("</IsTruncated></ListBucketResult>");
        send(exchange, 200, xml.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void object(HttpExchange exchange, String key) throws IOException {
        Kept kept;
        synchronized (this) {
            kept = objects.get(key);
        }
        if (kept == null) {
            error(exchange, 404, "NoSuchKey", "The specified key does not exist.");
            return;
        }
        Headers answer = exchange.getResponseHeaders();
        String match = exchange.getRequestHeaders().getFirst("If-Match");
        boolean isOther = match != null && !match.equals(kept.etag());
        if (isOther && !quirks.contains(Quirk.IF_MATCH_IGNORED)) {
            error(exchange, 412, "PreconditionFailed", "At least one of the preconditions did not hold.");
            return;
        }
        String etag = quirks.contains(Quirk.ANOTHER_ETAG_IN_RANGES) && match != null ? "\"other\"" : kept.etag();
        if (!quirks.contains(Quirk.NO_ETAG)) answer.set("ETag", etag);
        if (quirks.contains(Quirk.AWS_CHUNKED_STAYS)) answer.set("Content-Encoding", "aws-chunked");
        answer.set("x-amz-meta-mtime", "1600000000");
        answer.set(
                "Last-Modified",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(kept.modified().atOffset(ZoneOffset.UTC)));
        String range = exchange.getRequestHeaders().getFirst("Range");
        boolean isPart = range != null && !quirks.contains(Quirk.RANGES_IGNORED);
        if (exchange.getRequestMethod().equals("HEAD")) {
            answer.set("Content-Length", Integer.toString(kept.bytes().length));
            exchange.sendResponseHeaders(200, -1);
        } else if (isPart) {
            part(exchange, key, kept, range);
        } else {
            send(exchange, 200, kept.bytes());
        }
    }

    private void part(HttpExchange exchange, String key, Kept kept, String range) throws IOException {
        String[] bounds = range.substring("bytes=".length()).split("-");
        int first = Integer.parseInt(bounds[0]);
        int size = kept.bytes().length;
        int end = (int) Math.min(Long.parseLong(bounds[1]) + 1, size);
        if (first >= size) {
            error(exchange, 416, "InvalidRange", "The requested range is not satisfiable");
            return;
        }
        if (quirks.contains(Quirk.ANOTHER_RANGE)) end--;
        exchange.getResponseHeaders().set("Content-Range", "bytes " + first + "-" + (end - 1) + "/" + size);
        byte[] bytes = Arrays.copyOfRange(kept.bytes(), first, end);
        if (quirks.contains(Quirk.CUT_ONCE) && cut.add(key)) {
            exchange.sendResponseHeaders(206, bytes.length);
            OutputStream body = exchange.getResponseBody();
            body.write(bytes, 0, bytes.length / 2);
            body.flush();
            throw new IOException("cut on purpose");
        }
        send(exchange, quirks.contains(Quirk.RANGES_WITH_200) ? 200 : 206, bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
