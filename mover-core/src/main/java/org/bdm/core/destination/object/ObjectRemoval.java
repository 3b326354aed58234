package org.bdm.core.destination.object;

import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ETag;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/**
 * Deletes single objects, each only while it is the one that is meant, and believes no answer: a look at the store decides. Any thread that may
 * block.
 *
 * <pre>
 *   HEAD --not there, and not listed--> ABSENT, or what an earlier try removed
 *     |
 *     +--another ETag, size or time--> SOURCE_CHANGED, it stays
 *     v
 *   DELETE, If-Match where the store holds it --whatever the answer--> HEAD: gone, or another one came since --> done
 *     ^                                                                  |
 *     +--------- it is still there, or the answer was one that passes ---+
 * </pre>
 *
 * <p>In a bucket that keeps versions no version is named: the store sets a delete marker, and the bytes stay. Deleting the version would bring
 * the one before it back to light.
 */
public final class ObjectRemoval {
    private static final int SUCCESSES_MAX = 3;
    private static final Set<Integer> STATUS_OF_STORE = Set.of(429, 502, 503, 504); // 500 may be of one object
    private static final String NO_VERSION =
            "null"; // as a store calls the version of an object from before it kept any

    private final Bucket bucket;
    private final StoreManners manners;
    private final StoreRequests requests;

    /** Of objects of one bucket, whose store has these manners. */
    public ObjectRemoval(Bucket bucket, StoreManners manners, StoreWait wait) {
        this.bucket = bucket;
        this.manners = manners;
        this.requests = new StoreRequests(wait);
    }

    /** The way in which an object is away. */
    public enum Ending {
        /** It was deleted by this call. */
        REMOVED,
        /** This call has set a delete marker, and its bytes stay as an old version. */
        HIDDEN,
        /** It was not there: neither a look nor a listing shows it. */
        ABSENT
    }

    /** True if an error says nothing of one object, and every other would meet it now: the store is busy or away, or a person has to act. */
    public static boolean isOfStore(MoverException e) {
        if (StoreRequests.isLost(e) || e.code() == ErrorCode.STOPPING) return true;
        return e.getCause() instanceof S3Refusal refusal
                && (STATUS_OF_STORE.contains(refusal.status())
                        || refusal.isOfCredentials()
                        || refusal.code().equals("NoSuchBucket"));
    }

    /** True if the bucket keeps versions of the object, so that a deletion frees no space; false if it is not there. */
    public boolean keepsVersions(String key) {
        return StoreRequests.asked(() -> bucket.head(key))
                .filter(ObjectRemoval::isVersioned)
                .isPresent();
    }

    private static boolean isVersioned(ObjectHead head) {
        return head.versionId() != null && !head.versionId().equals(NO_VERSION);
    }

    /**
     * Deletes an object.
     *
     * @param expected as a look told it, with the number of the ETag in the place of an inode
     * @throws MoverException SOURCE_CHANGED if it is another one; UNSUPPORTED if its ETag is not known; PERMISSION, WRITE_ERROR, CONNECTION_LOST and
     *     the like: then it may or may not be there, and the same call again finds out
     */
    public Ending remove(String key, FileVersion expected) {
        for (int tries = 1; ; tries++) {
            Optional<ObjectHead> there = look(key);
            if (there.isEmpty()) return tries == 1 ? Ending.ABSENT : Ending.REMOVED;
            ObjectHead head = there.get();
            requireExpected(head, expected);
            RuntimeException failure = attempt(head);
            if (failure == null && isGone(head)) return isVersioned(head) ? Ending.HIDDEN : Ending.REMOVED;
            requirePassing(key, failure, tries);
            requests.pause(tries, failure);
        }
    }

    /** A HEAD has no body to tell a proxy's 404 by: an object counts as gone only if a listing does not have it either. */
    private Optional<ObjectHead> look(String key) {
        Optional<ObjectHead> there = StoreRequests.asked(() -> bucket.head(key));
        if (there.isPresent()) return there;
        boolean isListed = StoreRequests.asked(() -> bucket.list(key, "", 1)).objects().stream()
                .anyMatch(object -> object.key().equals(key));
        if (!isListed) return there;
        throw new MoverException(
                ErrorCode.CONNECTION_LOST, shown(key) + " is listed, and a look at it says that it is not there");
    }

    private void requireExpected(ObjectHead head, FileVersion expected) {
        if (expected.inode() == 0 || head.etag() == null) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "the ETag of " + shown(head.key())
                            + " is not known, and without it a newer object could be deleted in its place");
        }
        boolean isExpected = head.size() == expected.size()
                && ETag.identity(head.etag()) == expected.inode()
                && head.modified().truncatedTo(ChronoUnit.SECONDS).equals(expected.modified());
        if (isExpected) return;
        throw new MoverException(ErrorCode.SOURCE_CHANGED, shown(head.key()) + " is another object by now");
    }

    private @Nullable RuntimeException attempt(ObjectHead head) {
        try {
            bucket.delete(head.key(), manners.has(Manner.DELETE_REFUSES_OTHER) ? head.etag() : null);
            return null;
        } catch (S3Refusal e) {
            return e;
        } catch (MoverException e) {
            if (!StoreRequests.isLost(e)) throw e;
            return e;
        }
    }

    /** True if the object is not there, or one that came since. */
    private boolean isGone(ObjectHead removed) {
        String etag = String.valueOf(removed.etag());
        return look(removed.key())
                .filter(there -> ETag.isSame(etag, there.etag()))
                .isEmpty();
    }

    /** Returns if the request may be made once more, after another look. */
    private void requirePassing(String key, @Nullable RuntimeException failure, int tries) {
        if (failure == null) {
            if (tries < SUCCESSES_MAX) return;
            throw new MoverException(
                    ErrorCode.WRITE_ERROR,
                    "the store answered that " + shown(key) + " was deleted, and it is still there");
        }
        if (failure instanceof S3Refusal refusal) {
            boolean isOfCondition =
                    refusal.status() == 412 && tries < SUCCESSES_MAX; // the next look says whether it changed
            boolean isPassing = StoreRequests.isPassing(refusal) && tries < StoreRequests.TRIES_MAX;
            if (!isOfCondition && !isPassing) throw refused(key, refusal);
        } else if (tries >= StoreRequests.TRIES_MAX) {
            throw failure;
        }
    }

    private MoverException refused(String key, S3Refusal refusal) {
        if (refusal.status() != 412) return StoreRequests.error(refusal);
        return new MoverException(
                ErrorCode.WRITE_ERROR,
                "the store does not delete " + shown(key) + ", though it is the one meant",
                refusal);
    }

    private String shown(String key) {
        return bucket.shown() + "/" + key;
    }
}
