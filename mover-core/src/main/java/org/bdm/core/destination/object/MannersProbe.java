package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ETag;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPart;
import org.bdm.core.s3.S3Refusal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out the {@link Manner}s of a store by objects of a few bytes of its own, below a name that is reserved, and deletes them. A few dozen
 * requests; blocks.
 */
public final class MannersProbe {
    private static final Logger LOG = LoggerFactory.getLogger(MannersProbe.class);
    private static final int ROUNDS = 4;
    private static final byte[] BEFORE = "before".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER = "after, which is longer".getBytes(StandardCharsets.US_ASCII);

    private final Bucket bucket;
    private final String prefix;
    private final Executor other;
    private final StoreRequests requests;
    private final Set<Manner> held = EnumSet.noneOf(Manner.class);
    private final Set<String> keys = ConcurrentHashMap.newKeySet(); // that may have an object
    private final Map<String, String> uploads = new ConcurrentHashMap<>(); // keys, by ids of what was begun

    /**
     * Of a bucket.
     *
     * @param prefix begins all its keys, which nobody else uses
     * @param other runs a second request at the same time
     * @param wait between the tries of a change, while the store is busy
     */
    public MannersProbe(Bucket bucket, String prefix, Executor other, StoreWait wait) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.other = other;
        this.requests = new StoreRequests(wait);
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
            askSha256();
            askDelete();
            return new StoreManners(held);
        } catch (S3Refusal e) {
            throw StoreRequests.error(e);
        } finally {
            removeLeft();
        }
    }

    private String put(String key, byte[] content, boolean onlyIfAbsent) {
        byte[] sha256 = ETags.digest("SHA-256").digest(content);
        keys.add(key);
        return requests.whileBusy(() -> bucket.put(key, ByteBuffer.wrap(content), sha256, Map.of(), onlyIfAbsent));
    }

    private boolean has(String key, byte[] content) {
        return bucket.head(key).map(ObjectHead::size).orElse(-1L) == content.length;
    }

    private @Nullable String etag(String key) {
        return bucket.head(key).map(ObjectHead::etag).orElse(null);
    }

    private void askPut() {
        String key = prefix + "put";
        String etag = put(key, BEFORE, false);
        if (ETags.isOf(ETags.md5(ByteBuffer.wrap(BEFORE)), etag)) held.add(Manner.ETAG_IS_MD5);
        Outcome over = outcome(() -> put(key, AFTER, true));
        if (over == Outcome.CONDITION_HELD && has(key, BEFORE)) held.add(Manner.PUT_REFUSES_EXISTING);
        delete(key);
        String free = prefix + "free";
        Outcome onFree = outcome(() -> put(free, AFTER, true));
        if (onFree == Outcome.MADE && has(free, AFTER)) held.add(Manner.PUT_TAKES_CONDITION);
        delete(free);
    }

    private void askPutsAtOnce() {
        if (!held.containsAll(List.of(Manner.PUT_REFUSES_EXISTING, Manner.PUT_TAKES_CONDITION))) return;
        boolean isOnce = true;
        for (int round = 0; round < ROUNDS && isOnce; round++) {
            String key = prefix + "puts" + round;
            isOnce = isOneRefused(() -> put(key, BEFORE, true), () -> put(key, AFTER, true));
            delete(key);
        }
        if (isOnce) held.add(Manner.PUT_ONCE);
    }

    private record Whole(String key, String upload, List<ObjectPart> parts) {}

    private Whole upload(String key, byte[] content) {
        String upload = requests.whileBusy(() -> bucket.begin(key, Map.of()));
        uploads.put(upload, key);
        byte[] sha256 = ETags.digest("SHA-256").digest(content);
        String etag = requests.whileBusy(() -> bucket.putPart(key, upload, 1, ByteBuffer.wrap(content), sha256));
        return new Whole(key, upload, List.of(new ObjectPart(1, content.length, etag)));
    }

    private String complete(Whole whole, boolean onlyIfAbsent) {
        keys.add(whole.key());
        String etag =
                requests.whileBusy(() -> bucket.complete(whole.key(), whole.upload(), whole.parts(), onlyIfAbsent));
        uploads.remove(whole.upload());
        return etag;
    }

    private void abort(Whole whole) {
        if (!uploads.containsKey(whole.upload())) return; // it was completed
        whileBusy(() -> bucket.abort(whole.key(), whole.upload()));
        uploads.remove(whole.upload());
    }

    private void whileBusy(Runnable change) {
        requests.whileBusy(() -> {
            change.run();
            return Boolean.TRUE;
        });
    }

    private void delete(String key) {
        whileBusy(() -> bucket.delete(key, null));
        keys.remove(key);
    }

    /** Removes what a question left that failed midway. */
    private void removeLeft() {
        List.copyOf(uploads.entrySet()).forEach(left -> tryTo(() -> bucket.abort(left.getValue(), left.getKey())));
        List.copyOf(keys).forEach(key -> tryTo(() -> bucket.delete(key, null)));
    }

    private void tryTo(Runnable removal) {
        try {
            whileBusy(removal);
        } catch (S3Refusal | MoverException e) {
            LOG.warn("an object or upload below {} of {} stays: {}", prefix, bucket.shown(), e.getMessage());
        }
    }

    private void askComplete() {
        String key = prefix + "complete";
        Whole first = upload(key, BEFORE);
        String told = complete(first, false);
        String etag = ETag.bare(told.isEmpty() ? etag(key) : told);
        // A store that hashes the whole while parts come writes them one behind the other.
        if (etag.endsWith("-1")) held.add(Manner.PARTS_AT_ONCE);
        Whole second = upload(key, AFTER);
        Outcome over = outcome(() -> complete(second, true));
        boolean isKept = over == Outcome.CONDITION_HELD && has(key, BEFORE);
        if (over != Outcome.MADE) abort(second);
        delete(key);
        if (isKept && takesConditionalComplete()) held.add(Manner.COMPLETE_REFUSES_EXISTING);
    }

    /** A store that refuses each conditional Complete keeps what is there too, but with it no large file could be placed. */
    private boolean takesConditionalComplete() {
        String key = prefix + "free-complete";
        Whole whole = upload(key, AFTER);
        Outcome outcome = outcome(() -> complete(whole, true));
        boolean isMade = outcome == Outcome.MADE && has(key, AFTER);
        if (outcome != Outcome.MADE) abort(whole);
        delete(key);
        return isMade;
    }

    private void askCompletesAtOnce() {
        if (!held.contains(Manner.COMPLETE_REFUSES_EXISTING)) return;
        boolean isOnce = true;
        for (int round = 0; round < ROUNDS && isOnce; round++) {
            String key = prefix + "completes" + round;
            Whole one = upload(key, BEFORE);
            Whole two = upload(key, AFTER);
            isOnce = isOneRefused(() -> complete(one, true), () -> complete(two, true));
            abort(one);
            abort(two);
            delete(key);
        }
        if (isOnce) held.add(Manner.COMPLETE_ONCE);
    }

    private void askAbort() {
        String key = prefix + "abort";
        put(key, BEFORE, false);
        abort(upload(key, AFTER));
        if (has(key, BEFORE)) held.add(Manner.ABORT_KEEPS_OBJECT);
        delete(key);
    }

    private void askSha256() {
        byte[] wrong = ETags.digest("SHA-256").digest(BEFORE);
        String key = prefix + "sha256";
        keys.add(key);
        boolean refusesObject = isRefused(() -> bucket.put(key, ByteBuffer.wrap(AFTER), wrong, Map.of(), false));
        boolean keepsNone = bucket.head(key).isEmpty();
        delete(key);
        Whole upload = upload(key, BEFORE);
        boolean refusesPart = isRefused(() -> bucket.putPart(key, upload.upload(), 2, ByteBuffer.wrap(AFTER), wrong));
        abort(upload);
        if (refusesObject && keepsNone && refusesPart) held.add(Manner.REFUSES_WRONG_SHA256);
    }

    /** True if the store says that the request is wrong; false if it carries it out, or says that it failed itself. */
    private boolean isRefused(Supplier<String> request) {
        try {
            String unused = requests.whileBusy(request);
            return false;
        } catch (S3Refusal e) {
            boolean isPassing = e.status() == 429 || e.status() == 503 || e.isOfCredentials();
            if (isPassing || (e.status() != 400 && e.status() < 500)) throw e;
            return e.status() == 400;
        }
    }

    /** A store that fails at the condition does not hold it: removals do without it then, and nothing else needs it. */
    private void askDelete() {
        String key = prefix + "delete";
        String before = put(key, BEFORE, false);
        String after = put(key, AFTER, false);
        boolean isKept = deletion(key, before) == Outcome.CONDITION_HELD && has(key, AFTER);
        boolean isTaken = isKept
                && deletion(key, after) == Outcome.MADE
                && bucket.head(key).isEmpty();
        if (isTaken) held.add(Manner.DELETE_REFUSES_OTHER);
        delete(key);
    }

    private Outcome deletion(String key, String etag) {
        try {
            return outcome(() -> whileBusy(() -> bucket.delete(key, etag)));
        } catch (S3Refusal e) {
            if (!StoreRequests.isPassing(e)) throw e;
            return Outcome.CONDITION_NOT_TAKEN;
        }
    }

    /** The end of a request with a condition. */
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
            if (StoreRequests.isPassing(e) || e.isOfCredentials()) throw e;
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
        try {
            Outcome here = outcome(one);
            return EnumSet.of(here, beside.join()).equals(EnumSet.of(Outcome.MADE, Outcome.CONDITION_HELD));
        } catch (CompletionException e) {
            if (e.getCause() instanceof MoverException known) throw known;
            if (e.getCause() instanceof S3Refusal refusal) throw refusal;
            throw e;
        } finally {
            beside.handle((outcome, failure) -> Boolean.TRUE).join(); // it makes nothing any more
        }
    }
}
