package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.ETag;
import org.bdm.core.s3.ObjectBody;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.transfer.ChunkRight;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes an object. Of a Complete no answer is believed: a look at the store decides. A PUT is believed only if its answer tells the MD5 of our
 * bytes. Any thread that may block.
 *
 * <pre>
 *                          200 with our MD5: done
 *                           ^
 *   free? --> right? --> PUT or Complete --whatever else the answer is--> HEAD
 *     ^                                                                    |
 *     |        ours: done  <-----------------------------------------------+  without a success its bytes are read
 *     +-- wait, the answer was one that passes  <--------------------------+
 *              412: somebody else's; all else: it is sent anew  <----------+
 * </pre>
 */
final class ObjectPlacing {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectPlacing.class);

    /** Ceph keeps the lock of a Complete that died for 600 s. */
    private static final Duration IN_PROGRESS_MAX = Duration.ofMinutes(11);

    private static final Duration IN_PROGRESS_PAUSE = Duration.ofSeconds(10);
    private static final int SUCCESSES_MAX = 3;
    private static final int READ_BYTES = 1 << 20;

    private final ObjectPlace place;
    private final StoreManners manners;
    private final boolean replaces;
    private final StoreRequests requests;

    ObjectPlacing(ObjectPlace place, StoreManners manners, boolean replaces, StoreWait wait) {
        this.place = place;
        this.manners = manners;
        this.replaces = replaces;
        this.requests = new StoreRequests(wait);
    }

    /**
     * An object that is to be there.
     *
     * @param isTag true of the ETag, as the store tells it, of an object of these very bytes; where it is another one the bytes are read
     */
    record Wanted(String key, long size, Predicate<String> isTag, Checksum digest) {
        /** The same, of which the store tells this tag. */
        Wanted told(String tag) {
            return new Wanted(key, size, other -> ETag.isSame(tag, other), digest);
        }
    }

    /** The way in which an object came to be there. */
    enum Ending {
        /** A request of this call was answered with success. */
        MADE,
        /** It was there, by whomever; its bytes were read and are the right ones. */
        FOUND
    }

    /**
     * Puts a whole object; returns when the store has told our MD5 of it, or when it has been seen.
     *
     * @param md5 of the body, in hexadecimal; null where the store compares the SHA-256 itself: then its tag of what it took is that of our bytes
     */
    Ending put(
            Wanted wanted,
            ByteBuffer body,
            byte[] sha256,
            @Nullable String md5,
            Map<String, String> metadata,
            ChunkRight right) {
        boolean asks = !replaces && manners.has(Manner.PUT_TAKES_CONDITION);
        boolean holds = asks && manners.has(Manner.PUT_REFUSES_EXISTING);
        Predicate<String> isMade =
                tag -> md5 == null ? isThere(wanted.told(tag)) : ETags.isOf(md5, tag) || isThere(wanted);
        return make(
                wanted,
                holds,
                right,
                () -> place.bucket().put(wanted.key(), body.duplicate(), sha256, metadata, asks),
                isMade);
    }

    /** Makes the object of an upload; returns when it has been seen. */
    Ending complete(Wanted wanted, UploadNote upload, List<PartNote> parts, ChunkRight right) {
        boolean holds = !replaces && manners.has(Manner.COMPLETE_REFUSES_EXISTING);
        var told = parts.stream().map(PartNote::toComplete).toList();
        return make(
                wanted,
                holds,
                right,
                () -> place.bucket().complete(wanted.key(), upload.upload(), told, holds),
                tag -> isThere(wanted));
    }

    /**
     * Makes the object.
     *
     * @param request returns the tag of a success
     * @param isMade finds out whether the object is there, after a success with this tag
     */
    private Ending make(
            Wanted wanted,
            boolean isConditionHeld,
            ChunkRight right,
            Supplier<String> request,
            Predicate<String> isMade) {
        Instant end = requests.waiting().now().plus(IN_PROGRESS_MAX);
        for (int tries = 1; ; tries++) {
            if (!replaces && !isConditionHeld && isTaken(wanted)) return Ending.FOUND;
            right.require(); // right before: a process that stops behind this line makes what anybody would make
            Answer answer = answer(request);
            RuntimeException failure = answer.failure();
            if (failure == null && isMade.test(answer.tag())) return Ending.MADE;
            if (failure != null && isFound(wanted)) return Ending.FOUND;
            if (failure instanceof S3Refusal refusal && StoreRequests.isInProgress(refusal)) {
                awaitProgress(wanted, refusal, end);
            } else {
                requirePassing(wanted, failure, tries);
                requests.pause(tries, failure);
            }
        }
    }

    /** The tag of a success, or a failure that says nothing about the object. */
    private record Answer(String tag, @Nullable RuntimeException failure) {}

    private static Answer answer(Supplier<String> request) {
        try {
            return new Answer(request.get(), null);
        } catch (S3Refusal e) {
            return new Answer("", e);
        } catch (MoverException e) {
            if (!StoreRequests.isLost(e)) throw e;
            return new Answer("", e);
        }
    }

    private void awaitProgress(Wanted wanted, S3Refusal refusal, Instant end) {
        if (requests.waiting().now().isBefore(end)) {
            LOG.info("{} is waited for: {}", place.shown(wanted.key()), refusal.getMessage());
            requests.waiting().pause().during(IN_PROGRESS_PAUSE);
            return;
        }
        throw new MoverException(
                ErrorCode.OUTCOME_UNKNOWN,
                "the store has been completing " + place.shown(wanted.key()) + " for " + IN_PROGRESS_MAX.toMinutes()
                        + " minutes, and the object is not there",
                refusal);
    }

    /** Returns if the request may be made once more. */
    private void requirePassing(Wanted wanted, @Nullable RuntimeException failure, int tries) {
        if (failure == null) {
            if (tries < SUCCESSES_MAX) return;
            throw new MoverException(
                    ErrorCode.WRITE_ERROR,
                    "the store answered that " + place.shown(wanted.key())
                            + " was stored, but another object is there, or none");
        }
        if (failure instanceof S3Refusal refusal) {
            if (refusal.status() == 412) throw conflict(wanted, refusal);
            if (!StoreRequests.isPassing(refusal) || tries >= StoreRequests.TRIES_MAX)
                throw StoreRequests.error(refusal);
        } else if (tries >= StoreRequests.TRIES_MAX) {
            throw failure;
        }
    }

    private MoverException conflict(Wanted wanted, @Nullable S3Refusal cause) {
        return new MoverException(
                ErrorCode.DESTINATION_EXISTS, place.shown(wanted.key()) + " already exists: another object", cause);
    }

    /** True if our object is there already; DESTINATION_EXISTS if another one is. */
    private boolean isTaken(Wanted wanted) {
        Optional<ObjectHead> there = head(wanted.key());
        if (there.isEmpty()) return false;
        if (hasBytes(wanted, there.get())) return true;
        throw conflict(wanted, null);
    }

    private Optional<ObjectHead> head(String key) {
        return StoreRequests.asked(() -> place.bucket().head(key));
    }

    /** True if an object of these bytes is there now, by its ETag or else by its bytes: for one that was made with success. */
    private boolean isThere(Wanted wanted) {
        return head(wanted.key())
                .filter(there -> hasTag(wanted, there) || hasBytes(wanted, there))
                .isPresent();
    }

    /** True if an object is there now whose bytes were read and are the right ones. */
    boolean isFound(Wanted wanted) {
        return head(wanted.key()).filter(there -> hasBytes(wanted, there)).isPresent();
    }

    /** A tag alone makes no object ours: a file that was changed in place behind versitygw keeps its tag. */
    private static boolean hasTag(Wanted wanted, ObjectHead there) {
        return there.size() == wanted.size() && wanted.isTag().test(there.etag() == null ? "" : there.etag());
    }

    private boolean hasBytes(Wanted wanted, ObjectHead there) {
        return there.size() == wanted.size() && digest(there, wanted.digest()).equals(wanted.digest());
    }

    /** Returns the digest of what the store gives when it is read; of no bytes if it is another object by now. */
    Checksum readBack(Wanted wanted) {
        ObjectHead there = head(wanted.key()).orElse(null);
        if (there == null) {
            throw new MoverException(
                    ErrorCode.READ_BACK_FAILED, place.shown(wanted.key()) + " is gone before it was read back");
        }
        return digest(there, wanted.digest());
    }

    private Checksum digest(ObjectHead there, Checksum like) {
        return requests.patiently(() -> {
            RunningDigest digest = RunningDigest.of(like.algorithm());
            ByteBuffer piece = ByteBuffer.allocate((int) Math.min(READ_BYTES, Math.max(1, there.size())));
            try (ObjectBody body = place.bucket().read(there.key(), null, there.etag())) {
                while (body.read(piece.clear()) > 0) digest.update(piece.flip());
            }
            return digest.finish();
        });
    }

    /** Deletes an object that was {@link Ending#MADE} and whose bytes are not right; false if it has another tag by now, and stays. */
    boolean delete(Wanted wanted) {
        Optional<ObjectHead> there = head(wanted.key());
        if (there.isEmpty() || !hasTag(wanted, there.get())) return false;
        String condition =
                manners.has(Manner.DELETE_REFUSES_OTHER) ? there.get().etag() : null;
        requests.patiently(() -> place.bucket().delete(wanted.key(), condition));
        return true;
    }
}
