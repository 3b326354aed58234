package org.bdm.core.s3;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one bucket, as its store answers over S3. Nothing is concluded here: a 200 is what the store said, and what it is worth is
 * decided by who asked. Every call blocks until it was answered or its patience is over; safe on any thread that may block. Calls that only read
 * are repeated here while a store is busy or does not answer; one that changes something is sent once, and its caller repeats it.
 *
 * <p>Errors are {@link S3Refusal} for an answer of the store that is none of those named at the method, and
 * {@link org.bdm.core.fault.MoverException} with CONNECTION_LOST or TIMED_OUT if there was no whole answer: then a call that changes something
 * may or may not have been carried out. When a call ends, by an answer or without one, its connection no longer sends: a later call cannot be
 * overtaken by it from this side.
 */
public interface Bucket {
    /** Keys that one page may ask for: stores differ in what they do beyond it. */
    int PAGE_KEYS_MAX = 1_000;

    /** Returns the address of the bucket, for people: endpoint and name, no credentials. Does not block. */
    String shown();

    /**
     * Lists keys in the order of the store, which should be that of their bytes.
     *
     * @param prefix that all keys begin with; empty for all
     * @param after the key after which the page begins; empty for the first
     * @param keysMax 1 to {@value #PAGE_KEYS_MAX}
     */
    ObjectPage list(String prefix, String after, int keysMax);

    /** Looks at an object; empty if there is none (404). */
    Optional<ObjectHead> head(String key);

    /**
     * Opens the content of an object, or a range of it, that is still the one with this ETag. The caller closes it.
     *
     * @param range null for the whole object
     * @param etag as the store told it, compared at the store and again in the answer; null for whichever is there
     * @throws org.bdm.core.fault.MoverException SOURCE_NOT_FOUND (404); SOURCE_CHANGED (412, or an answer with another ETag or range)
     */
    ObjectBody read(String key, @Nullable ByteRange range, @Nullable String etag);

    /**
     * Asks as {@link #read} does without waiting for the answer, if that can be done at once: for who needs several objects and knows it. Else, and
     * where an answer is lost, the object is asked for when its body is taken.
     */
    default AskedObject ask(String key, @Nullable ByteRange range, @Nullable String etag) {
        return new AskedObject() {
            @Override
            public ObjectBody body() {
                return read(key, range, etag);
            }

            @Override
            public void close() {
                // Nothing was sent.
            }
        };
    }

    /**
     * Puts a whole object.
     *
     * @param body read from position to limit, which stay; not changed
     * @param sha256 of the body: the store compares it
     * @param metadata names of {@code [a-z0-9-]} and values of at most 255 bytes
     * @param onlyIfAbsent asks the store to refuse (412, told as a refusal) if the key has an object
     * @return the ETag of the answer
     */
    String put(String key, ByteBuffer body, byte[] sha256, Map<String, String> metadata, boolean onlyIfAbsent);

    /** Begins an object of parts; returns the id of the upload. */
    String begin(String key, Map<String, String> metadata);

    /**
     * Sends a part of an upload; a number that was sent before is replaced.
     *
     * @param number from 1
     * @param body read from position to limit, which stay; not changed
     * @param sha256 of the body: the store compares it
     * @return the ETag of the answer
     */
    String putPart(String key, String upload, int number, ByteBuffer body, byte[] sha256);

    /** Lists the parts that the store has of an upload, all pages of them; empty if it does not know the upload. */
    Optional<List<ObjectPart>> parts(String key, String upload);

    /**
     * Asks the store to make the object of these parts, in ascending order without a gap.
     *
     * @param onlyIfAbsent asks the store to refuse (412, told as a refusal) if the key has an object
     * @return the ETag in the result, read to its end: a 200 whose body holds an error is a refusal; empty if the result tells none
     */
    String complete(String key, String upload, List<ObjectPart> parts, boolean onlyIfAbsent);

    /** Lets an upload go; one that the store does not know is success. Must not be called for an upload that was completed: s3mock deletes the object. */
    void abort(String key, String upload);

    /**
     * Deletes an object; a missing one is success.
     *
     * @param etag asks the store to refuse (412) if it is another one now; null for whichever is there. Many stores do not know this condition
     */
    void delete(String key, @Nullable String etag);
}
