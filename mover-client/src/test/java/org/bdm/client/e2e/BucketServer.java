package org.bdm.client.e2e;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.s3.ObjectBody;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPage;
import org.bdm.core.s3.ObjectPart;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.store.AddressPath;

/** The bucket {@code climate} over HTTP as S3 has it, for servers in other processes. It outlives them, as a store does. Any thread. */
final class BucketServer implements AutoCloseable {
    private static final String BUCKET = "/climate";
    private static final String METADATA = "x-amz-meta-";
    private static final int LONGEST_HOLD_SECONDS = 60;
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC).withLocale(Locale.ROOT);
    private static final Pattern PART =
            Pattern.compile("<PartNumber>([0-9]+)</PartNumber><ETag>(?:&quot;)?([^<&]*)(?:&quot;)?</ETag>");

    final MemoryBucket bucket = new MemoryBucket(Clock.systemUTC());
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicReference<Hold> held = new AtomicReference<>();

    /** Requests that put one part: what comes before the release is dropped at it, as when its sender died. */
    record Hold(int part, CountDownLatch came, CountDownLatch released) {
        void awaitRequest() throws InterruptedException {
            if (!came.await(LONGEST_HOLD_SECONDS, TimeUnit.SECONDS))
                throw new AssertionError("nobody sends part " + part);
        }
    }

    BucketServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** The value of {@code --s3}, without credentials. */
    String setting(String name) {
        return name + "=http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Holds requests for this part from now on: they are neither carried out nor answered. */
    Hold hold(int part) {
        Hold hold = new Hold(part, new CountDownLatch(1), new CountDownLatch(1));
        held.set(hold);
        return hold;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            try {
                carryOut(exchange, body);
            } catch (S3Refusal refusal) {
                error(exchange, refusal.status(), refusal.code());
            } catch (MoverException e) {
                boolean isChanged = e.code() == ErrorCode.SOURCE_CHANGED;
                error(exchange, isChanged ? 412 : 404, isChanged ? "PreconditionFailed" : "NoSuchKey");
            }
        }
    }

    private void carryOut(HttpExchange exchange, byte[] body) throws IOException {
        String path =
                URLDecoder.decode(exchange.getRequestURI().getRawPath().replace("+", "%2B"), StandardCharsets.UTF_8);
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        if (path.equals(BUCKET) || path.equals(BUCKET + "/")) {
            send(exchange, 200, list(query));
            return;
        }
        String key = path.substring(BUCKET.length() + 1);
        switch (exchange.getRequestMethod()) {
            case "GET" -> read(exchange, key, query);
            case "HEAD" -> head(exchange, key);
            case "PUT" -> put(exchange, key, query, body);
            case "POST" -> send(exchange, 200, post(exchange, key, query, body));
            case "DELETE" -> delete(exchange, key, query);
            default -> error(exchange, 405, "MethodNotAllowed");
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new HashMap<>();
        if (raw == null) return query;
        for (String pair : raw.split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(parts[0], parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    private String list(Map<String, String> query) {
        ObjectPage page = bucket.list(
                query.getOrDefault("prefix", ""),
                query.getOrDefault("start-after", ""),
                Integer.parseInt(query.getOrDefault("max-keys", "1000")));
        StringBuilder xml = new StringBuilder("<ListBucketResult><EncodingType>url</EncodingType>");
        for (ObjectHead object : page.objects()) {
            xml.append("<Contents><Key>")
                    .append(AddressPath.encoded(object.key().getBytes(StandardCharsets.UTF_8)))
                    .append("</Key><LastModified>")
                    .append(object.modified())
                    .append("</LastModified><ETag>")
                    .append(object.etag())
                    .append("</ETag><Size>")
                    .append(object.size())
                    .append("</Size></Contents>");
        }
        return xml.append("<IsTruncated>" + !page.isLast() + "</IsTruncated></ListBucketResult>")
                .toString();
    }

    private void read(HttpExchange exchange, String key, Map<String, String> query) throws IOException {
        String upload = query.get("uploadId");
        if (upload != null) {
            List<ObjectPart> parts = bucket.parts(key, upload)
                    .orElseThrow(() -> new S3Refusal(404, "NoSuchUpload", "no upload " + upload));
            StringBuilder xml = new StringBuilder("<ListPartsResult>");
            parts.forEach(part -> xml.append("<Part><PartNumber>" + part.number() + "</PartNumber><Size>" + part.size()
                    + "</Size><ETag>" + part.etag() + "</ETag></Part>"));
            send(exchange, 200, xml + "<IsTruncated>false</IsTruncated></ListPartsResult>");
            return;
        }
        long size = found(key).size();
        ByteRange range = range(exchange.getRequestHeaders().getFirst("Range"), size);
        String etag = exchange.getRequestHeaders().getFirst("If-Match");
        try (ObjectBody object = bucket.read(key, range, etag)) {
            tell(exchange.getResponseHeaders(), object.head());
            long length = range == null ? size : range.length();
            ByteBuffer bytes = ByteBuffer.allocate((int) length);
            while (bytes.hasRemaining() && object.read(bytes) > 0) continue;
            if (range != null) {
                String sent = "bytes " + range.offset() + "-" + (range.endExclusive() - 1) + "/" + size;
                exchange.getResponseHeaders().set("Content-Range", sent);
            }
            exchange.sendResponseHeaders(range == null ? 200 : 206, length == 0 ? -1 : length);
            exchange.getResponseBody().write(bytes.array());
        }
    }

    private ObjectHead found(String key) {
        return bucket.head(key).orElseThrow(() -> new S3Refusal(404, "NoSuchKey", "no object " + key));
    }

    private static ByteRange range(String asked, long size) {
        if (asked == null) return null;
        String[] bounds = asked.substring("bytes=".length()).split("-");
        long first = Long.parseLong(bounds[0]);
        if (first >= size) throw new S3Refusal(416, "InvalidRange", asked);
        return new ByteRange(first, Math.min(Long.parseLong(bounds[1]) + 1, size) - first);
    }

    private void head(HttpExchange exchange, String key) throws IOException {
        ObjectHead object = found(key);
        tell(exchange.getResponseHeaders(), object);
        exchange.getResponseHeaders().set("Content-Length", String.valueOf(object.size()));
        exchange.sendResponseHeaders(200, -1);
    }

    private static void tell(Headers headers, ObjectHead object) {
        headers.set("ETag", object.etag());
        headers.set(
                "Last-Modified",
                HTTP_DATE.format(Instant.ofEpochSecond(object.modified().getEpochSecond())));
        object.metadata().forEach((name, value) -> headers.set(METADATA + name, value));
    }

    private void put(HttpExchange exchange, String key, Map<String, String> query, byte[] body) throws IOException {
        byte[] sha256 = HexFormat.of().parseHex(exchange.getRequestHeaders().getFirst("x-amz-content-sha256"));
        String etag;
        if (query.containsKey("uploadId")) {
            int number = Integer.parseInt(query.get("partNumber"));
            dropIfHeld(number);
            etag = bucket.putPart(key, query.get("uploadId"), number, ByteBuffer.wrap(body), sha256);
        } else {
            etag = bucket.put(key, ByteBuffer.wrap(body), sha256, metadata(exchange), isOnlyIfAbsent(exchange));
        }
        exchange.getResponseHeaders().set("ETag", etag);
        exchange.sendResponseHeaders(200, -1);
    }

    private void dropIfHeld(int part) throws IOException {
        Hold hold = held.get();
        if (hold == null || hold.part() != part) return;
        hold.came().countDown();
        try {
            boolean isReleased = hold.released().await(LONGEST_HOLD_SECONDS, TimeUnit.SECONDS);
            throw new IOException(isReleased ? "its sender is dead" : "nobody released it");
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Drops what is held; later requests are carried out. */
    void release() {
        Hold hold = held.getAndSet(null);
        if (hold != null) hold.released().countDown();
    }

    private static boolean isOnlyIfAbsent(HttpExchange exchange) {
        return "*".equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
    }

    private static Map<String, String> metadata(HttpExchange exchange) {
        Map<String, String> metadata = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith(METADATA)) metadata.put(lower.substring(METADATA.length()), values.get(0));
        });
        return metadata;
    }

    private String post(HttpExchange exchange, String key, Map<String, String> query, byte[] body) {
        if (query.containsKey("uploads"))
            return "<InitiateMultipartUploadResult><UploadId>" + bucket.begin(key, metadata(exchange))
                    + "</UploadId></InitiateMultipartUploadResult>";
        List<ObjectPart> parts = new ArrayList<>();
        for (MatchResult part :
                PART.matcher(new String(body, StandardCharsets.UTF_8)).results().toList())
            parts.add(new ObjectPart(Integer.parseInt(part.group(1)), 0, part.group(2)));
        String etag = bucket.complete(key, query.get("uploadId"), parts, isOnlyIfAbsent(exchange));
        return "<CompleteMultipartUploadResult><ETag>" + etag + "</ETag></CompleteMultipartUploadResult>";
    }

    private void delete(HttpExchange exchange, String key, Map<String, String> query) throws IOException {
        if (query.containsKey("uploadId")) bucket.abort(key, query.get("uploadId"));
        else bucket.delete(key, exchange.getRequestHeaders().getFirst("If-Match"));
        exchange.sendResponseHeaders(204, -1);
    }

    private static void error(HttpExchange exchange, int status, String code) throws IOException {
        send(exchange, status, "<Error><Code>" + code + "</Code><Message>refused</Message></Error>");
    }

    private static void send(HttpExchange exchange, int status, String xml) throws IOException {
        byte[] body = xml.getBytes(StandardCharsets.UTF_8);
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead ? -1 : body.length);
        if (!isHead) exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
