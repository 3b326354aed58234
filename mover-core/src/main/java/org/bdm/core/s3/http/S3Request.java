package org.bdm.core.s3.http;

import io.netty.handler.codec.http.HttpMethod;
import java.nio.ByteBuffer;
import java.util.Map;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.s3.ShownText;
import org.jspecify.annotations.Nullable;

/**
 * A request to a bucket, before it is signed.
 *
 * @param action the name that S3 has for it, for people
 * @param key empty for the bucket
 * @param query not encoded
 * @param headers names in lower case
 * @param body null without one
 * @param bodySha256 in hexadecimal digits
 */
record S3Request(
        HttpMethod method,
        String action,
        String key,
        Map<String, String> query,
        Map<String, String> headers,
        @Nullable ByteBuffer body,
        String bodySha256) {
    /** The hash of no bytes. */
    static final String NOTHING_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /** Without a body. */
    static S3Request of(
            HttpMethod method, String action, String key, Map<String, String> query, Map<String, String> headers) {
        return new S3Request(method, action, key, query, headers, null, NOTHING_SHA256);
    }

    /** With this body. */
    S3Request with(ByteBuffer content, String sha256) {
        return new S3Request(method, action, key, query, headers, content, sha256);
    }

    /** True if it changes nothing at the store, so that it can be asked again whatever became of it. */
    boolean onlyReads() {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    }

    /** Returns the refusal of this request, for people. */
    S3Refusal refused(S3Answer answer, StoreError error, String bucket) {
        String what = key.isEmpty() ? bucket : bucket + "/" + ShownText.of(key);
        String said = error.code().isEmpty() ? "" : " " + error.code();
        String why = error.message().isEmpty() ? "" : ": " + error.message();
        String sentence = action + " of " + what + " was refused: " + answer.status() + said + why;
        return new S3Refusal(answer.status(), error.code(), sentence, answer.retryAfter());
    }
}
