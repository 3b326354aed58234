package org.bdm.core.s3.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** An answer whose body is still to be taken. Belongs to one thread at a time; closing it gives its connection back, once. */
final class S3Answer implements AutoCloseable {
    private static final int STATUS_OK = 200;
    private static final int STATUS_PARTIAL = 206;
    private static final int PIECE_BYTES_MIN = 1 << 10; // most answers are empty, or an error of a few lines
    private static final int PIECE_BYTES_MAX = 64 << 10;

    private final HttpResponse head;
    private final S3Connections connections;
    private final S3Timing.Limits limits;
    private @Nullable S3Connection connection; // null once it was given back

    S3Answer(HttpResponse head, S3Connection connection, S3Connections connections, S3Timing.Limits limits) {
        this.head = head;
        this.connection = connection;
        this.connections = connections;
        this.limits = limits;
    }

    int status() {
        return head.status().code();
    }

    /** True for an answer with the content that was asked for. */
    boolean isContent() {
        return status() == STATUS_OK || status() == STATUS_PARTIAL;
    }

    /** A field of the head; empty if it has none of the name, or an empty one. */
    Optional<String> field(CharSequence name) {
        return Optional.ofNullable(head.headers().get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Returns the seconds of Retry-After; zero if it has none. */
    Duration retryAfter() {
        Optional<String> seconds = field(HttpHeaderNames.RETRY_AFTER).filter(text -> text.matches("\\d{1,6}"));
        return seconds.map(text -> Duration.ofSeconds(Long.parseLong(text))).orElse(Duration.ZERO);
    }

    HttpResponse head() {
        return head;
    }

    /** Reads until {@code target} is full or the body ends. */
    int read(ByteBuffer target) {
        S3Connection open = connection;
        if (open == null) throw new IllegalStateException("the answer was closed");
        return open.read(target, limits.silence());
    }

    /**
     * Returns the whole body; its connection is closed if it takes longer than such an answer may.
     *
     * @throws MoverException PROTOCOL_VIOLATION if it is longer than {@code bytesMax}
     */
    byte[] body(int bytesMax) {
        S3Connection open = connection;
        if (open == null) throw new IllegalStateException("the answer was closed");
        Future<?> end = connections.endLate(open, limits.whole());
        try {
            return wholeBody(bytesMax);
        } finally {
            end.cancel(false);
        }
    }

    private byte[] wholeBody(int bytesMax) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = PIECE_BYTES_MIN; ; size = Math.min(PIECE_BYTES_MAX, size * 4)) {
            ByteBuffer piece = ByteBuffer.allocate(size);
            int length = read(piece);
            if (body.size() + length > bytesMax)
                throw new MoverException(
                        ErrorCode.PROTOCOL_VIOLATION,
                        connections.origin() + " answers with more than " + bytesMax + " bytes to a small question");
            body.write(piece.array(), 0, length);
            if (length < size) return body.toByteArray();
        }
    }

    /** Returns the length of the body that the head tells; -1 if it tells none. */
    long length() {
        return field(HttpHeaderNames.CONTENT_LENGTH).map(S3Answer::number).orElse(-1L);
    }

    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Gives the connection back; one with a rest of the body is closed when this returns. */
    @Override
    public void close() {
        S3Connection open = connection;
        connection = null;
        if (open != null) connections.giveBack(open);
    }
}
