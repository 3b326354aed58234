package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPart;
import org.bdm.core.s3.S3Refusal;

/**
 * Finds out the {@link Manner}s of a store by objects of a few bytes of its own, below a name that is reserved, and deletes them. About forty
 * requests; blocks.
 */
public final class MannersProbe {
    private static final int ROUNDS = 4;
    private static final byte[] BEFORE = "before".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER = "after, which is longer".getBytes(StandardCharsets.US_ASCII);

    private final Bucket bucket;
    private final String prefix;
    private final Executor other;
    private final Set<Manner> held = EnumSet.noneOf(Manner.class);

    /**
     * Of a bucket.
     *
     * @param prefix begins all its keys, which nobody else uses
     * @param other runs a second request at the same time
     */
    public MannersProbe(Bucket bucket, String prefix, Executor other) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.other = other;
    }

    /**
     * Asks for all.
     *
     * @throws MoverException PERMISSION, EXPORT_MISSING, CONNECTION_LOST and the like: then nothing is known
     */
    public StoreManners ask() {
        try {
            askPut();
            askPutsAtOnce();
            askComplete();
            askCompletesAtOnce();
            askAbort();
            return new StoreManners(held);
        } catch (S3Refusal e) {
            throw StoreRequests.error(e);
        }
    }

    private String put(String key, byte[] content, boolean onlyIfAbsent) {
        byte[] sha256 = ETags.digest("SHA-256").digest(content);
        return bucket.put(key, ByteBuffer.wrap(content), sha256, Map.of(), onlyIfAbsent);
    }

    private boolean has(String key, byte[] content) {
        return bucket.head(key).map(ObjectHead::size).orElse(-1L) == content.length;
    }

    private void askPut() {
        String key = prefix + "put";
        String etag = put(key, BEFORE, false);
        if (ETags.plain(etag).equals(ETags.md5(ByteBuffer.wrap(BEFORE)))) held.add(Manner.ETAG_IS_MD5);
        boolean isRefused = isRefused(() -> put(key, AFTER, true));
        if (isRefused && has(key, BEFORE)) held.add(Manner.PUT_REFUSES_EXISTING);
        bucket.delete(key, null);
        String free = prefix + "free";
        if (!isRefused(() -> put(free, AFTER, true)) && has(free, AFTER)) held.add(Manner.PUT_TAKES_CONDITION);
        bucket.delete(free, null);
    }

    private void askPutsAtOnce() {
        if (!held.containsAll(List.of(Manner.PUT_REFUSES_EXISTING, Manner.PUT_TAKES_CONDITION))) return;
        boolean isOnce = true;
        for (int round = 0; round < ROUNDS && isOnce; round++) {
            String key = prefix + "puts" + round;
            isOnce = winners(() -> put(key, BEFORE, true), () -> put(key, AFTER, true)) == 1;
            bucket.delete(key, null);
        }
        if (isOnce) held.add(Manner.PUT_ONCE);
    }

    private record Whole(String upload, List<ObjectPart> parts) {}

    private Whole upload(String key, byte[] content) {
        String upload = bucket.begin(key, Map.of());
        byte[] sha256 = ETags.digest("SHA-256").digest(content);
        String etag = bucket.putPart(key, upload, 1, ByteBuffer.wrap(content), sha256);
        return new Whole(upload, List.of(new ObjectPart(1, content.length, etag)));
    }

    private void askComplete() {
        String key = prefix + "complete";
        Whole first = upload(key, BEFORE);
        String etag = ETags.plain(bucket.complete(key, first.upload(), first.parts(), false));
        // A store that hashes the whole while parts come writes them one behind the other.
        if (etag.endsWith("-1")) held.add(Manner.PARTS_AT_ONCE);
        Whole second = upload(key, AFTER);
        boolean isRefused = isRefused(() -> bucket.complete(key, second.upload(), second.parts(), true));
        if (isRefused && has(key, BEFORE)) held.add(Manner.COMPLETE_REFUSES_EXISTING);
        if (isRefused) bucket.abort(key, second.upload());
        bucket.delete(key, null);
    }

    private void askCompletesAtOnce() {
        if (!held.contains(Manner.COMPLETE_REFUSES_EXISTING)) return;
        boolean isOnce = true;
        for (int round = 0; round < ROUNDS && isOnce; round++) {
            String key = prefix + "completes" + round;
            Whole one = upload(key, BEFORE);
            Whole two = upload(key, AFTER);
            int winners = winners(
                    () -> bucket.complete(key, one.upload(), one.parts(), true),
                    () -> bucket.complete(key, two.upload(), two.parts(), true));
            isOnce = winners == 1;
            bucket.abort(key, one.upload());
            bucket.abort(key, two.upload());
            bucket.delete(key, null);
        }
        if (isOnce) held.add(Manner.COMPLETE_ONCE);
    }

    private void askAbort() {
        String key = prefix + "abort";
        put(key, BEFORE, false);
        bucket.abort(key, upload(key, AFTER).upload());
        if (has(key, BEFORE)) held.add(Manner.ABORT_KEEPS_OBJECT);
        bucket.delete(key, null);
    }

    /** False if it was carried out. A refusal of rights is none of a condition. */
    private static boolean isRefused(Runnable request) {
        try {
            request.run();
            return false;
        } catch (S3Refusal e) {
            if (e.status() == 403) throw e;
            return true;
        }
    }

    private int winners(Runnable one, Runnable two) {
        CompletableFuture<Boolean> beside = CompletableFuture.supplyAsync(() -> isRefused(two), other);
        int winners = isRefused(one) ? 0 : 1;
        try {
            return winners + (beside.join() ? 0 : 1);
        } catch (CompletionException e) {
            if (e.getCause() instanceof MoverException known) throw known;
            if (e.getCause() instanceof S3Refusal refusal) throw refusal;
            throw e;
        }
    }
}
