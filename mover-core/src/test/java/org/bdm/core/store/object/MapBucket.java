package org.bdm.core.store.object;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectBody;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPage;
import org.bdm.core.s3.ObjectPart;
import org.bdm.core.s3.S3Refusal;
import org.jspecify.annotations.Nullable;

/** A bucket in memory that is only read. Any thread. */
final class MapBucket implements Bucket {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

    private final TreeMap<String, byte[]> objects = new TreeMap<>((one, other) ->
            Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8)));
    final AtomicInteger lists = new AtomicInteger();
    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger heads = new AtomicInteger();
    int pageKeysMax = PAGE_KEYS_MAX;
    boolean hasNoTags;
    boolean isReversed;
    boolean ignoresAfter;
    boolean refusesBadNames; // as MinIO
    boolean ignoresIfMatch;
    int losses; // so many bodies end in the middle

    synchronized void put(String key, byte[] bytes) {
        objects.put(key, bytes);
    }

    void put(String key, String text) {
        put(key, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String shown() {
        return "http://store/bucket";
    }

    @Override
    public synchronized ObjectPage list(String prefix, String after, int keysMax) {
        lists.incrementAndGet();
        boolean isBad = prefix.contains("//") || prefix.contains("./");
        if (refusesBadNames && isBad) throw new S3Refusal(400, "XMinioInvalidObjectName", "unsupported characters");
        int most = Math.min(keysMax, pageKeysMax);
        List<ObjectHead> page = new ArrayList<>();
        for (var each : objects.tailMap(prefix, true).entrySet()) {
            if (!each.getKey().startsWith(prefix)) break;
            boolean isBehind =
                    after.isEmpty() || ignoresAfter || objects.comparator().compare(each.getKey(), after) > 0;
            if (!isBehind) continue;
            if (page.size() == most) return page(page, false);
            page.add(head(each.getKey(), each.getValue(), TIME));
        }
        return page(page, true);
    }

    private ObjectPage page(List<ObjectHead> objectsOfPage, boolean isLast) {
        if (isReversed) Collections.reverse(objectsOfPage);
        return new ObjectPage(objectsOfPage, isLast);
    }

    private ObjectHead head(String key, byte[] bytes, Instant modified) {
        String etag = hasNoTags ? null : "\"" + HexFormat.of().toHexDigits(Arrays.hashCode(bytes)) + "\"";
        return new ObjectHead(key, bytes.length, etag, null, modified, Map.of());
    }

    @Override
    public synchronized Optional<ObjectHead> head(String key) {
        heads.incrementAndGet();
        // Seconds alone, as a field of HTTP has them.
        return Optional.ofNullable(objects.get(key))
                .map(bytes -> head(key, bytes, Instant.ofEpochSecond(TIME.getEpochSecond())));
    }

    @Override
    public synchronized ObjectBody read(String key, @Nullable ByteRange range, @Nullable String etag) {
        reads.incrementAndGet();
        ObjectHead head = head(key).orElseThrow(() -> new MoverException(ErrorCode.SOURCE_NOT_FOUND, key));
        if (etag != null && !ignoresIfMatch && !etag.equals(head.etag()))
            throw new MoverException(ErrorCode.SOURCE_CHANGED, key);
        byte[] bytes = objects.get(key);
        int from = range == null ? 0 : (int) range.offset();
        int end = range == null ? bytes.length : (int) Math.min(bytes.length, range.endExclusive());
        if (range != null && from >= bytes.length) throw new S3Refusal(416, "InvalidRange", "beyond the end");
        boolean isLost = losses > 0;
        if (isLost) losses--;
        return new Body(head, ByteBuffer.wrap(bytes, from, end - from), isLost ? (end - from) / 2 : -1);
    }

    /**
     * The bytes.
     *
     * @param lostAt so many are left when the connection is lost; negative for a whole one
     */
    private record Body(ObjectHead head, ByteBuffer bytes, int lostAt) implements ObjectBody {
        @Override
        public int read(ByteBuffer target) {
            int before = target.remaining();
            int whole = bytes.limit();
            boolean isCut = lostAt >= 0 && bytes.remaining() - target.remaining() < lostAt;
            int end = isCut ? whole - lostAt : Math.min(whole, bytes.position() + target.remaining());
            target.put(bytes.limit(end));
            bytes.limit(whole);
            if (isCut) throw new MoverException(ErrorCode.CONNECTION_LOST, "on purpose");
            return before - target.remaining();
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }

    @Override
    public String put(String key, ByteBuffer body, byte[] sha256, Map<String, String> metadata, boolean onlyIfAbsent) {
        throw new AssertionError("nothing is written");
    }

    @Override
    public String begin(String key, Map<String, String> metadata) {
        throw new AssertionError("nothing is written");
    }

    @Override
    public String putPart(String key, String upload, int number, ByteBuffer body, byte[] sha256) {
        throw new AssertionError("nothing is written");
    }

    @Override
    public Optional<List<ObjectPart>> parts(String key, String upload) {
        throw new AssertionError("nothing is written");
    }

    @Override
    public String complete(String key, String upload, List<ObjectPart> parts, boolean onlyIfAbsent) {
        throw new AssertionError("nothing is written");
    }

    @Override
    public void abort(String key, String upload) {
        throw new AssertionError("nothing is written");
    }

    @Override
    public void delete(String key, @Nullable String etag) {
        throw new AssertionError("nothing is written");
    }
}
