package org.bdm.core.s3.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.ConnectFailures;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a store, for threads that wait: a request is sent, its answer awaited and its body taken. What comes faster than it is taken
 * fills {@value #HELD_BYTES_MAX} bytes and a piece; then the connection is not read.
 *
 * <p>An answer may come before the request is sent to its end: then it is the answer, even if the rest cannot be sent any more, and the
 * connection is closed after it.
 *
 * <p>Used by one thread at a time; what the event loop shares with it is guarded by the lock.
 */
final class S3Connection extends SimpleChannelInboundHandler<HttpObject> {
    private static final int HELD_BYTES_MAX = 512 << 10;
    private static final int SLICE_BYTES = 1 << 20; // sent at once; each that has left is a sign of life
    private static final Duration LATE_ANSWER = Duration.ofSeconds(2);

    private final String origin;
    private final Channel channel;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<ByteBuf> held = new ArrayDeque<>(); // guarded by lock, as all below
    private int heldBytes;
    private long steps; // counts signs of life
    private @Nullable HttpResponse head;
    private boolean isOver; // the whole answer is held or taken
    private boolean isSent;
    private boolean isLost; // nothing more comes
    private @Nullable Throwable cause;
    private boolean isReused;
    private boolean wasLookedAt; // since its last use

    /** A connection that is being made, on its event loop. */
    S3Connection(String origin, Channel channel) {
        this.origin = origin;
        this.channel = channel;
        channel.config().setAutoClose(false); // what was answered before the rest could not be sent is still read
    }

    Channel channel() {
        return channel;
    }

    /** True if it has brought an answer before: then its end may have been on the way when a request was sent. */
    boolean isReused() {
        return isReused;
    }

    /**
     * Begins to send; the answer to the last request was taken.
     *
     * @param body not changed; must stay until the answer has come or the connection is closed
     */
    void send(HttpRequest request, @Nullable ByteBuffer body) {
        lock.lock();
        try {
            head = null;
            isOver = false;
            isSent = false;
            wasLookedAt = false;
        } finally {
            lock.unlock();
        }
        channel.eventLoop().execute(() -> sendNow(request, body));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the last one tells of all
    private void sendNow(HttpRequest request, @Nullable ByteBuffer body) {
        channel.config().setAutoRead(true);
        channel.write(request);
        if (body != null) {
            ByteBuffer left = body.slice();
            while (left.hasRemaining()) {
                int length = Math.min(SLICE_BYTES, left.remaining());
                ByteBuf slice = Unpooled.wrappedBuffer(left.slice().limit(length));
                channel.write(new DefaultHttpContent(slice)).addListener(sent -> step());
                left.position(left.position() + length);
            }
        }
        channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(sent -> sent(sent.cause()));
    }

    private void step() {
        lock.lock();
        try {
            steps++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void sent(@Nullable Throwable failure) {
        lock.lock();
        try {
            if (failure == null) isSent = true;
            else if (cause == null) cause = failure;
            steps++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for status and fields.
     *
     * @param silence the longest time without a sign of life
     * @throws MoverException CONNECTION_LOST, TIMED_OUT
     */
    HttpResponse awaitHead(Duration silence) {
        lock.lock();
        try {
            while (head == null) {
                if (isLost) throw lost();
                boolean cannotSend = cause != null;
                if (await(cannotSend ? LATE_ANSWER : silence)) continue;
                if (cannotSend) throw lost();
                throw timedOut(silence);
            }
            return head;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads until {@code target} is full or the answer ends.
     *
     * @return bytes read
     * @throws MoverException CONNECTION_LOST, TIMED_OUT
     */
    int read(ByteBuffer target, Duration silence) {
        int before = target.remaining();
        while (target.hasRemaining()) {
            ByteBuf piece = awaitPiece(silence);
            if (piece == null) break;
            int length = Math.min(piece.readableBytes(), target.remaining());
            ByteBuffer part = target.slice().limit(length);
            piece.readBytes(part);
            target.position(target.position() + length);
            taken(piece, length);
        }
        return before - target.remaining();
    }

    /** The first piece, which stays the first; null at the end. Only the thread that reads takes pieces away. */
    private @Nullable ByteBuf awaitPiece(Duration silence) {
        lock.lock();
        try {
            while (held.isEmpty()) {
                if (isOver) return null;
                if (isLost) throw lost();
                if (!await(silence)) throw timedOut(silence);
            }
            return held.peek();
        } finally {
            lock.unlock();
        }
    }

    private void taken(ByteBuf piece, int length) {
        boolean reads;
        lock.lock();
        try {
            heldBytes -= length;
            if (!piece.isReadable()) held.poll().release();
            reads = heldBytes < HELD_BYTES_MAX / 2 && !isOver;
        } finally {
            lock.unlock();
        }
        if (reads && !channel.config().isAutoRead()) channel.config().setAutoRead(true);
    }

    /** True if another request can be sent: the answer came whole, after the request had left, and the store keeps the connection. */
    boolean canBeReused() {
        lock.lock();
        try {
            boolean isWhole = isOver && isSent && held.isEmpty() && !isLost;
            boolean isKept = isWhole && head != null && HttpUtil.isKeepAlive(head) && channel.isActive();
            isReused |= isKept;
            return isKept;
        } finally {
            lock.unlock();
        }
    }

    /** True if nothing was sent since this was asked before. */
    boolean isUnusedSinceLastLook() {
        lock.lock();
        try {
            boolean isUnused = wasLookedAt;
            wasLookedAt = true;
            return isUnused;
        } finally {
            lock.unlock();
        }
    }

    /** Closes it; nothing was sent that matters. Any thread. */
    @SuppressWarnings("FutureReturnValueIgnored") // told by channelInactive
    void drop() {
        channel.close();
    }

    /** Closes it, and waits until it is: what was not sent by then never is. Not on an event loop. */
    void close() {
        channel.close().awaitUninterruptibly();
        lock.lock();
        try {
            isLost = true;
            held.forEach(ByteBuf::release);
            held.clear();
            heldBytes = 0;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a sign of life; false if there was none for so long. Lock held. */
    private boolean await(Duration longest) {
        long seen = steps;
        long left = longest.toNanos();
        try {
            while (seen == steps) {
                if (left <= 0) return false;
                left = changed.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "a request to " + origin + " was interrupted", e);
        }
    }

    private MoverException lost() {
        String why = cause == null ? "it was closed early" : ConnectFailures.shortly(cause);
        return new MoverException(ErrorCode.CONNECTION_LOST, "the connection to " + origin + " broke: " + why, cause);
    }

    private MoverException timedOut(Duration silence) {
        return new MoverException(
                ErrorCode.TIMED_OUT, "nothing came from " + origin + " for " + silence.toSeconds() + " s");
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
        boolean isEnough;
        lock.lock();
        try {
            steps++;
            if (message.decoderResult().isFailure()) {
                isLost = true;
                cause = message.decoderResult().cause();
            } else {
                took(message);
            }
            isEnough = heldBytes >= HELD_BYTES_MAX || isLost;
            if (isEnough) channel.config().setAutoRead(false);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. */
    private void took(HttpObject message) {
        if (message instanceof HttpResponse answer && answer.status().codeClass() != HttpStatusClass.INFORMATIONAL)
            head = answer;
        if (head == null || isOver) return; // of an interim answer, or asked for by nobody
        if (message instanceof HttpContent content && content.content().isReadable()) {
            held.add(content.content().retain());
            heldBytes += content.content().readableBytes();
        }
        if (message instanceof LastHttpContent) isOver = true;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        lost(null);
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        lost(failure);
        var unused = channel.close();
    }

    private void lost(@Nullable Throwable failure) {
        lock.lock();
        try {
            isLost = true;
            if (cause == null) cause = failure;
            steps++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
