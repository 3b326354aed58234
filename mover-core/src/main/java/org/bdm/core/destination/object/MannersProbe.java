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
        Outcome over = outcome(() -> put(key, AFTER, true));
        if (over == Outcome.CONDITION_HELD && has(key, BEFORE)) held.add(Manner.PUT_REFUSES_EXISTING);
        bucket.delete(key, null);
        String free = prefix + "free";
        Outcome onFree = outcome(() -> put(free, AFTER, true));
        if (onFree == Outcome.MADE && has(free, AFTER)) held.add(Manner.PUT_TAKES_CONDITION);
        bucket.delete(free, null);
    }

    private void askPutsAtOnce() {
        if (!held.containsAll(List.of(Manner.PUT_REFUSES_EXISTING, Manner.PUT_TAKES_CONDITION))) return;
        boolean isOnce = true;
        for (int round = 0; round < ROUNDS && isOnce; round++) {
            String key = prefix + "puts" + round;
            isOnce = isOneRefused(() -> put(key, BEFORE, true), () -> put(key, AFTER, true));
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
        Outcome over = outcome(() -> bucket.complete(key, second.upload(), second.parts(), true));
        boolean isKept = over == Outcome.CONDITION_HELD && has(key, BEFORE);
        if (over != Outcome.MADE) bucket.abort(key, second.upload());
        bucket.delete(key, null);
        if (isKept && takesConditionalComplete()) held.add(Manner.COMPLETE_REFUSES_EXISTING);
    }

    /** A store that refuses each conditional Complete keeps what is there too, but with it no large file could be placed. */
    private boolean takesConditionalComplete() {
        String key = prefix + "free-complete";
        Whole whole = upload(key, AFTER);
        Outcome outcome = outcome(() -> bucket.complete(key, whole.upload(), whole.parts(), true));
        boolean isMade = outcome == Outcome.MADE && has(key, AFTER);
        if (outcome != Outcome.MADE) bucket.abort(key, whole.upload());
        bucket.delete(key, null);
        return isMade;
    }

    private void askCompletesAtOnce() {
        if (!held.contains(Manner.COMPLETE_REFUSES_EXISTING)) return;
        boolean isOnce = true;
        for (int round = 0; round < ROUNDS && isOnce; round++) {
            String key = prefix + "completes" + round;
            Whole one = upload(key, BEFORE);
            Whole two = upload(key, AFTER);
            isOnce = isOneRefused(
                    () -> bucket.complete(key, one.upload(), one.parts(), true),
                    () -> bucket.complete(key, two.upload(), two.parts(), true));
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

    /** How a request with a condition ended. */
    private enum Outcome {
        MADE,
        CONDITION_HELD,
        CONDITION_NOT_TAKEN
    }

    /** Makes a request with a condition. A refusal that says nothing about the condition is thrown: then nothing is known. */
    private static Outcome outcome(Runnable request) {
        try {
            request.run();
            return Outcome.MADE;
        } catch (S3Refusal e) {
            if (StoreRequests.isPassing(e) || e.code().endsWith("Token")) throw e;
            return switch (e.status()) {
                case 409, 412 -> Outcome.CONDITION_HELD;
                case 400, 501 -> Outcome.CONDITION_NOT_TAKEN;
                default -> {
                    // Complete may tell its error in the body of a success.
                    if (!e.code().equals("PreconditionFailed")) throw e;
                    yield Outcome.CONDITION_HELD;
                }
            };
        }
    }

    /** True if of two requests at once one was carried out and the condition refused the other one. */
    private boolean isOneRefused(Runnable one, Runnable two) {
        CompletableFuture<Outcome> beside = CompletableFuture.supplyAsync(() -> outcome(two), other);
        Outcome here = outcome(one);
        try {
            return EnumSet.of(here, beside.join()).equals(EnumSet.of(Outcome.MADE, Outcome.CONDITION_HELD));
        } catch (CompletionException e) {
            if (e.getCause() instanceof MoverException known) throw known;
            if (e.getCause() instanceof S3Refusal refusal) throw refusal;
            throw e;
        }
    }
}
