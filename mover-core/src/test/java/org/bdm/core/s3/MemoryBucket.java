package org.bdm.core.s3;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** A bucket in memory that does as the protocol says, or as real stores do: {@link BucketQuirk}. Every change can be the last of a process. Any thread. */
public final class MemoryBucket implements Bucket {
    private static final long RACE_MILLIS = 100;
    private static final Pattern READS = Pattern.compile("^(list|head|read|parts)\\b");

    private final Clock clock;
    private final Set<BucketQuirk> quirks = EnumSet.noneOf(BucketQuirk.class);
    private final TreeMap<String, MemoryObject> objects = new TreeMap<>();
    private final TreeMap<String, MemoryUpload> uploads = new TreeMap<>();
    private final TreeMap<String, MemoryObject> oldVersions = new TreeMap<>();
    private final List<String> calls = new ArrayList<>();
    private final Set<String> cutBefore = new HashSet<>();
    private final Map<String, Integer> racing = new TreeMap<>();
    private @Nullable S3Refusal refusal;
    private Predicate<String> refused = call -> true;
    private Instant lockedUntil = Instant.MIN;
    private long lastUpload;
    private int callOfDeath = Integer.MAX_VALUE;
    private boolean isDoneBeforeDeath;
    private int partsUnderWay;

    /** An empty one. */
    public MemoryBucket(Clock clock) {
        this.clock = clock;
    }

    /** From here on it does so. */
    public synchronized void has(BucketQuirk... more) {
        quirks.addAll(List.of(more));
    }

    /** Answers everything with this from here on; null ends that. */
    public synchronized void refusesAll(@Nullable S3Refusal with) {
        refuses(call -> true, with);
    }

    /** Answers the calls that are meant with this from here on, such as {@code put key}; each is asked about once. */
    public synchronized void refuses(Predicate<String> meant, @Nullable S3Refusal with) {
        refused = meant;
        refusal = with;
    }

    /** Until then each Complete is answered as by a Ceph whose gateway died in one. */
    public synchronized void locksCompletesUntil(Instant end) {
        lockedUntil = end;
    }

    /** The process that uses it dies at this call, counted from 1, before it is carried out or before its answer: no later call is heard. */
    public synchronized void diesAt(int call, boolean isDone) {
        calls.clear();
        callOfDeath = call;
        isDoneBeforeDeath = isDone;
    }

    /** The process has begun anew. */
    public synchronized void lives() {
        calls.clear();
        callOfDeath = Integer.MAX_VALUE;
    }

    /** The store was killed and has forgotten what was not whole. */
    public synchronized void forgetsUploads() {
        uploads.clear();
    }

    /** Calls since the last death, as {@code putPart 3 key}. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    /** True from the call of death on. */
    public synchronized boolean isDead() {
        return calls.size() >= callOfDeath;
    }

    /** Ids of uploads that are neither complete nor given up. */
    public synchronized List<String> uploadsOpen() {
        return List.copyOf(uploads.keySet());
    }

    /** Content of an object; null if there is none. */
    public synchronized byte @Nullable [] content(String key) {
        MemoryObject object = objects.get(key);
        return object == null ? null : object.content().clone();
    }

    /** What is told of an object that is there; no call. */
    public synchronized ObjectHead headUnseen(String key) {
        MemoryObject object = objects.get(key);
        return head(key, object, object.metadata());
    }

    /** Keys of all objects. */
    public synchronized List<String> keys() {
        return List.copyOf(objects.keySet());
    }

    /** Somebody else puts an object. */
    public synchronized void foreign(String key, byte[] content) {
        objects.put(key, new MemoryObject(content, hex("MD5", content), clock.instant(), Map.of()));
    }

    /** Somebody changes the file behind an object: it keeps its ETag. */
    public synchronized void changeInPlace(String key, byte[] content) {
        MemoryObject before = objects.get(key);
        objects.put(key, new MemoryObject(content, before.etag(), before.stored(), before.metadata()));
    }

    private boolean is(BucketQuirk quirk) {
        return quirks.contains(quirk);
    }

    /** One call, with what may become of it. */
    private synchronized <T> T call(String name, Supplier<T> does) {
        if (isDead()) throw lost(name);
        calls.add(name);
        if (refusal != null && refused.test(name)) throw refusal;
        if (is(BucketQuirk.SLOW_DOWN)
                && calls.size() % 3 == 1
                && !READS.matcher(name).find()) throw new S3Refusal(503, "SlowDown", name + ": SlowDown");
        if (!isDead()) return does.get();
        if (isDoneBeforeDeath) {
            T unused = does.get();
        }
        throw lost(name);
    }

    private static MoverException lost(String name) {
        return new MoverException(ErrorCode.CONNECTION_LOST, name + ": the connection broke");
    }

    private static S3Refusal refused(int status, String code, String key) {
        return new S3Refusal(status, code, key + ": " + code);
    }

    static String hex(String algorithm, byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] bytes(ByteBuffer body, byte[] sha256) {
        byte[] bytes = new byte[body.remaining()];
        body.duplicate().get(bytes);
        if (!is(BucketQuirk.IGNORES_SHA256)
                && !hex("SHA-256", bytes).equals(HexFormat.of().formatHex(sha256)))
            throw refused(400, "XAmzContentSHA256Mismatch", "body");
        return bytes;
    }

    @Override
    public String shown() {
        return "memory/bucket";
    }

    @Override
    public ObjectPage list(String prefix, String after, int keysMax) {
        return call("list", () -> {
            List<ObjectHead> page = new ArrayList<>();
            for (var entry : objects.tailMap(after, false).entrySet()) {
                if (!entry.getKey().startsWith(prefix)) continue;
                if (page.size() == keysMax) return new ObjectPage(page, false);
                page.add(head(entry.getKey(), entry.getValue(), Map.of()));
            }
            return new ObjectPage(page, true);
        });
    }

    private static ObjectHead head(String key, MemoryObject object, Map<String, String> metadata) {
        return new ObjectHead(
                key, object.content().length, "\"" + object.etag() + "\"", null, object.stored(), metadata);
    }

    @Override
    public Optional<ObjectHead> head(String key) {
        return call("head " + key, () -> {
            MemoryObject object = objects.get(key);
            if (object == null) return Optional.empty();
            ObjectHead head = head(key, object, object.metadata());
            if (!is(BucketQuirk.KEEPS_VERSIONS)) return Optional.of(head);
            return Optional.of(new ObjectHead(
                    key, head.size(), head.etag(), "v-" + object.etag(), head.modified(), head.metadata()));
        });
    }

    @Override
    public ObjectBody read(String key, @Nullable ByteRange range, @Nullable String etag) {
        return call("read " + key, () -> {
            MemoryObject object = objects.get(key);
            if (object == null) throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, key + " is not there");
            ObjectHead head = head(key, object, object.metadata());
            if (etag != null && !etag.equals(head.etag()))
                throw new MoverException(ErrorCode.SOURCE_CHANGED, key + " has changed");
            ByteBuffer content = ByteBuffer.wrap(object.content());
            if (range != null) content = content.slice((int) range.offset(), (int) range.length());
            return new MemoryBody(head, content);
        });
    }

    private boolean isFree(String key, boolean onlyIfAbsent, BucketQuirk ignored) {
        return !onlyIfAbsent || is(ignored) || !objects.containsKey(key);
    }

    /** Lets a second writer look before the first has written. */
    private synchronized void race(String key) {
        if (!is(BucketQuirk.BOTH_WIN)) return;
        racing.merge(key, 1, Integer::sum);
        notifyAll();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RACE_MILLIS);
        while (racing.get(key) < 2 && System.nanoTime() < end) {
            try {
                wait(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public String put(String key, ByteBuffer body, byte[] sha256, Map<String, String> metadata, boolean onlyIfAbsent) {
        call("put " + key, () -> {
            if (onlyIfAbsent && is(BucketQuirk.PUT_REFUSES_CONDITION)) throw refused(501, "NotImplemented", key);
            if (!isFree(key, onlyIfAbsent, BucketQuirk.PUT_IGNORES_CONDITION))
                throw refused(412, "PreconditionFailed", key);
            if (onlyIfAbsent) race(key);
            byte[] content = bytes(body, sha256);
            String etag = is(BucketQuirk.ETAG_IS_RANDOM) ? hex("MD5", sha256) : hex("MD5", content);
            boolean isCut = is(BucketQuirk.FIRST_PUT_IS_CUT) && cutBefore.add("put " + key);
            byte[] kept = isCut ? Arrays.copyOf(content, content.length / 2) : content;
            String told = isCut ? hex("MD5", kept) : etag;
            if (is(BucketQuirk.PUT_CHANGES_BYTES) && kept.length > 0) kept[0] ^= 1;
            objects.put(key, new MemoryObject(kept, told, clock.instant(), metadata));
            if (isCut || is(BucketQuirk.PUT_IS_SILENT)) throw lost("put " + key);
            return etag;
        });
        return ETAG_QUOTED.formatted(hex("MD5", is(BucketQuirk.ETAG_IS_RANDOM) ? sha256 : bytes(body, sha256)));
    }

    private static final String ETAG_QUOTED = "\"%s\"";

    @Override
    public String begin(String key, Map<String, String> metadata) {
        return call("begin " + key, () -> {
            String id = "upload-" + ++lastUpload;
            uploads.put(id, new MemoryUpload(key, metadata));
            return id;
        });
    }

    private MemoryUpload upload(String key, String id) {
        MemoryUpload upload = uploads.get(id);
        if (upload == null || !upload.key().equals(key)) throw refused(404, "NoSuchUpload", key);
        return upload;
    }

    @Override
    public String putPart(String key, String id, int number, ByteBuffer body, byte[] sha256) {
        synchronized (this) {
            partsUnderWay++;
            if (partsUnderWay > 1 && is(BucketQuirk.PARTS_IN_ORDER)) throw refused(503, "SlowDown", key);
        }
        try {
            return call("putPart " + number + " " + key, () -> part(key, id, number, bytes(body, sha256)));
        } finally {
            synchronized (this) {
                partsUnderWay--;
            }
        }
    }

    private String part(String key, String id, int number, byte[] content) {
        MemoryUpload upload = upload(key, id);
        if (is(BucketQuirk.PARTS_IN_ORDER) && number > upload.parts().size() + 1)
            throw refused(400, "InvalidPart", key);
        boolean isCut = is(BucketQuirk.FIRST_PART_IS_CUT) && cutBefore.add(id + " " + number);
        if (isCut) {
            upload.parts().put(number, new byte[content.length]);
            throw lost("putPart " + number + " " + key);
        }
        upload.parts().put(number, content);
        if (is(BucketQuirk.PARTS_VANISH) && cutBefore.add(id + " " + number))
            upload.parts().remove(number);
        return ETAG_QUOTED.formatted(hex(
                "MD5", is(BucketQuirk.ETAG_IS_RANDOM) ? ("x" + number).getBytes(StandardCharsets.US_ASCII) : content));
    }

    @Override
    public Optional<List<ObjectPart>> parts(String key, String id) {
        return call("parts " + key, () -> {
            MemoryUpload upload = uploads.get(id);
            if (upload == null) return Optional.empty();
            List<ObjectPart> parts = new ArrayList<>();
            upload.parts()
                    .forEach((number, content) -> parts.add(
                            new ObjectPart(number, content.length, ETAG_QUOTED.formatted(hex("MD5", content)))));
            return Optional.of(parts);
        });
    }

    @Override
    public String complete(String key, String id, List<ObjectPart> parts, boolean onlyIfAbsent) {
        return call("complete " + key, () -> {
            if (is(BucketQuirk.COMPLETE_DOES_NOTHING)) {
                uploads.remove(id);
                return "\"" + "0".repeat(32) + "-" + parts.size() + "\"";
            }
            MemoryUpload upload = upload(key, id);
            if (clock.instant().isBefore(lockedUntil))
                throw new S3Refusal(500, "InternalError", "This multipart completion is already in progress");
            if (!isFree(key, onlyIfAbsent, BucketQuirk.COMPLETE_IGNORES_CONDITION))
                throw refused(412, "PreconditionFailed", key);
            if (onlyIfAbsent) race(key);
            String told = made(key, upload, parts);
            uploads.remove(id);
            if (is(BucketQuirk.COMPLETE_SAYS_404)) throw refused(404, "NoSuchUpload", key);
            if (is(BucketQuirk.COMPLETE_SAYS_412)) throw refused(412, "PreconditionFailed", key);
            if (is(BucketQuirk.COMPLETE_SAYS_500)) throw refused(500, "InternalError", key);
            if (is(BucketQuirk.COMPLETE_IS_SILENT)) throw lost("complete " + key);
            return told;
        });
    }

    private String made(String key, MemoryUpload upload, List<ObjectPart> parts) {
        byte[] whole = upload.joined(parts, is(BucketQuirk.ETAG_IS_RANDOM));
        String ofParts = upload.etag(parts);
        String ofWhole = hex("MD5", whole);
        if (is(BucketQuirk.ETAG_IS_RANDOM))
            ofParts = hex("MD5", ofParts.getBytes(StandardCharsets.US_ASCII)) + "-" + parts.size();
        boolean toldWhole = is(BucketQuirk.ETAG_OF_WHOLE) || is(BucketQuirk.PARTS_IN_ORDER);
        boolean headHasWhole = toldWhole || is(BucketQuirk.HEAD_ETAG_OF_WHOLE);
        objects.put(key, new MemoryObject(whole, headHasWhole ? ofWhole : ofParts, clock.instant(), upload.metadata()));
        return is(BucketQuirk.COMPLETE_TELLS_NO_ETAG) ? "" : ETAG_QUOTED.formatted(toldWhole ? ofWhole : ofParts);
    }

    @Override
    public void abort(String key, String id) {
        call("abort " + key, () -> {
            uploads.remove(id);
            if (is(BucketQuirk.ABORT_DELETES_OBJECT)) objects.remove(key);
            return id;
        });
    }

    @Override
    public void delete(String key, @Nullable String etag) {
        call("delete " + key, () -> {
            if (etag != null && is(BucketQuirk.DELETE_REFUSES_CONDITION)) throw refused(501, "NotImplemented", key);
            MemoryObject there = objects.get(key);
            boolean isOther = there != null && etag != null && !ETag.isSame(etag, there.etag());
            if (isOther && !is(BucketQuirk.DELETE_IGNORES_CONDITION)) throw refused(412, "PreconditionFailed", key);
            if (is(BucketQuirk.DELETE_DOES_NOTHING)) return key;
            MemoryObject gone = objects.remove(key);
            if (gone != null && is(BucketQuirk.KEEPS_VERSIONS)) oldVersions.put(key, gone);
            if (is(BucketQuirk.DELETE_IS_SILENT)) throw lost("delete " + key);
            return key;
        });
    }

    /** Content of the version that a delete marker hides; null if there is none. */
    public synchronized byte @Nullable [] hidden(String key) {
        MemoryObject object = oldVersions.get(key);
        return object == null ? null : object.content().clone();
    }
}
