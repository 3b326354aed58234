package org.bdm.core.s3.http;

import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.AskedObject;
import org.bdm.core.s3.ObjectBody;
import org.jspecify.annotations.Nullable;

/** A GET that was sent. If what comes back is not its content, the object is asked for once more, with patience. */
final class SentRead implements AskedObject {
    private final HttpBucket bucket;
    private final String key;
    private final @Nullable ByteRange range;
    private final @Nullable String etag;
    private @Nullable SentRequest sent; // null if it was not sent ahead, and once its answer is taken

    SentRead(
            HttpBucket bucket,
            String key,
            @Nullable ByteRange range,
            @Nullable String etag,
            @Nullable SentRequest sent) {
        this.bucket = bucket;
        this.key = key;
        this.range = range;
        this.etag = etag;
        this.sent = sent;
    }

    @Override
    public ObjectBody body() {
        SentRequest request = sent;
        sent = null;
        if (request != null) {
            S3Answer answer = answer(request);
            if (answer != null) return bucket.body(key, range, etag, answer);
        }
        return bucket.read(key, range, etag);
    }

    private static @Nullable S3Answer answer(SentRequest request) {
        try {
            S3Answer answer = request.answer();
            if (answer.isContent()) return answer;
            answer.close();
        } catch (MoverException e) {
            boolean isLost = e.code() == ErrorCode.CONNECTION_LOST || e.code() == ErrorCode.TIMED_OUT;
            if (!isLost) throw e;
        }
        return null;
    }

    @Override
    public void close() {
        if (sent != null) sent.close();
        sent = null;
    }
}
