package org.bdm.core.s3.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.ObjectBody;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ShownText;
import org.jspecify.annotations.Nullable;

/** The bytes of an object as they come. Belongs to one thread at a time. */
final class HttpObjectBody implements ObjectBody {
    private static final int STATUS_PARTIAL = 206;
    private static final Pattern RANGE = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

    private final S3Answer answer;
    private final ObjectHead head;
    private long left;
    private boolean isClosed;

    private HttpObjectBody(S3Answer answer, ObjectHead head, long left) {
        this.answer = answer;
        this.head = head;
        this.left = left;
    }

    /**
     * Takes over an answer of 200 or 206, if it is of what was asked for.
     *
     * @throws MoverException SOURCE_CHANGED for another range, PROTOCOL_VIOLATION of a store without ranges; the answer is not closed then
     */
    static HttpObjectBody of(String key, S3Answer answer, @Nullable ByteRange range, String bucket) {
        String what = bucket + "/" + ShownText.of(key);
        // rclone says 200 and sends the range; what counts is which bytes it says they are
        Optional<String> part = answer.field(HttpHeaderNames.CONTENT_RANGE);
        if (answer.status() != STATUS_PARTIAL && part.isEmpty()) {
            if (range != null && range.offset() > 0)
                throw new MoverException(
                        ErrorCode.PROTOCOL_VIOLATION, bucket + " sends the whole object when asked for a part of it");
            long size = answer.length();
            return new HttpObjectBody(answer, ToldHead.of(key, answer, size), size);
        }
        Matcher told = RANGE.matcher(part.orElse(""));
        if (range == null || !told.matches())
            throw new MoverException(
                    ErrorCode.PROTOCOL_VIOLATION, bucket + " sends a part of an object without saying which");
        long first = Long.parseLong(told.group(1));
        long last = Long.parseLong(told.group(2));
        long size = Long.parseLong(told.group(3));
        boolean isAsked = first == range.offset() && last == Math.min(range.endExclusive(), size) - 1;
        if (!isAsked)
            throw new MoverException(
                    ErrorCode.SOURCE_CHANGED,
                    what + ": asked for " + range + ", the answer is bytes " + first + "-" + last + " of " + size);
        long length = last - first + 1;
        if (answer.length() >= 0 && answer.length() != length)
            throw new MoverException(
                    ErrorCode.SOURCE_CHANGED,
                    what + ": an answer of " + length + " bytes comes with a length of " + answer.length());
        return new HttpObjectBody(answer, ToldHead.of(key, answer, size), length);
    }

    @Override
    public ObjectHead head() {
        return head;
    }

    @Override
    public int read(ByteBuffer target) {
        if (left == 0) return 0;
        int limit = target.limit();
        if (target.remaining() > left) target.limit(target.position() + (int) left);
        int length;
        int wanted = target.remaining();
        try {
            length = answer.read(target);
        } finally {
            target.limit(limit);
        }
        left -= length;
        if (length < wanted)
            throw new MoverException(
                    ErrorCode.CONNECTION_LOST,
                    "the store ended " + ShownText.of(head.key()) + " " + left
                            + " bytes before the end that it promised");
        return length;
    }

    @Override
    public void close() {
        if (isClosed) return;
        isClosed = true;
        // The end of the answer, so that its connection is used again; a rest of the body is not waited for.
        if (left == 0) {
            try {
                int more = answer.read(ByteBuffer.allocate(1));
                left = more;
            } catch (MoverException e) {
                left = 1; // every byte was there: its connection is closed, that is all
            }
        }
        answer.close();
    }
}
