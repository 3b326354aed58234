package org.bdm.core.s3.http;

import io.netty.handler.codec.http.HttpRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.ConnectFailures;
import org.bdm.core.source.http.node.HttpDialler;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpOrigin;
import org.jspecify.annotations.Nullable;

/** The connections to one origin: a bounded number in use, those that wait for the next request. Any thread that may block. */
final class S3Connections {
    private static final Duration DIALLED_WITHIN = Duration.ofMinutes(2); // several addresses, each with TLS

    private final HttpOrigin origin;
    private final HttpDialler dialler;
    private final HttpLoops loops;
    private final S3Timing timing;
    private final Semaphore turns;
    private final Deque<S3Connection> idle = new ArrayDeque<>(); // guarded by this; the one used last in front
    private boolean isSwept; // guarded by this; whether a look at those that wait is due

    S3Connections(HttpOrigin origin, HttpDialler dialler, HttpLoops loops, S3Timing timing, int connectionsMax) {
        this.origin = origin;
        this.dialler = dialler;
        this.loops = loops;
        this.timing = timing;
        this.turns = new Semaphore(connectionsMax, true);
    }

    HttpOrigin origin() {
        return origin;
    }

    /**
     * Sends a request when it has its turn.
     *
     * @throws MoverException TOO_MANY_CONNECTIONS if none became free
     */
    SentRequest send(HttpRequest request, @Nullable ByteBuffer body) {
        try {
            if (!turns.tryAcquire(timing.turn().toMillis(), TimeUnit.MILLISECONDS))
                throw new MoverException(
                        ErrorCode.TOO_MANY_CONNECTIONS, "all connections to " + origin + " are in use");
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return begin(request, body);
    }

    /** Sends a request without a body if there is a turn for it now; null if not. */
    @Nullable SentRequest trySend(HttpRequest request) {
        return turns.tryAcquire() ? begin(request, null) : null;
    }

    private SentRequest begin(HttpRequest request, @Nullable ByteBuffer body) {
        S3Connection waiting = waiting();
        CompletableFuture<S3Connection> connecting = new CompletableFuture<>();
        var unused = connecting.thenAccept(connection -> connection.send(request, body));
        if (waiting != null) connecting.complete(waiting);
        else dial(connecting);
        return new SentRequest(connecting, this, timing, waiting != null);
    }

    private synchronized @Nullable S3Connection waiting() {
        while (true) {
            S3Connection next = idle.poll();
            if (next == null || next.channel().isActive()) return next;
        }
    }

    private void dial(CompletableFuture<S3Connection> connecting) {
        CompletableFuture<S3Connection> dialled =
                dialler.dial(origin, loops.next(), channel -> new S3Connection(origin.toString(), channel));
        var unused = dialled.whenComplete((made, failure) -> {
            if (made == null) connecting.completeExceptionally(failure);
            else if (!connecting.complete(made)) made.drop();
        });
    }

    /**
     * Waits for a connection.
     *
     * @throws MoverException CONNECTION_LOST, TIMED_OUT, CERTIFICATE_REFUSED, ADDRESS_REFUSED
     */
    S3Connection connected(CompletableFuture<S3Connection> connecting) {
        try {
            return connecting.get(DIALLED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (TimeoutException | CancellationException e) {
            throw new MoverException(ErrorCode.TIMED_OUT, "no connection to " + origin + " in time", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            MoverException reason = ConnectFailures.ofDialling(cause, origin).reason();
            if (reason.code() != ErrorCode.DATA_NODE_UNREACHABLE) throw reason;
            throw new MoverException(ErrorCode.CONNECTION_LOST, reason.detail(), reason);
        }
    }

    /** Ends a request whose answer nobody waits for: its connection is closed, now or when it is made. */
    void giveUp(CompletableFuture<S3Connection> connecting) {
        boolean isUnmade = connecting.cancel(false);
        if (!isUnmade && !connecting.isCompletedExceptionally())
            connecting.join().close();
        turns.release();
    }

    /** Closes a connection when its answer should have been there; the caller cancels that. */
    Future<?> endLate(S3Connection connection, Duration whole) {
        return connection.channel().eventLoop().schedule(connection::drop, whole.toMillis(), TimeUnit.MILLISECONDS);
    }

    private MoverException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new MoverException(ErrorCode.STOPPING, "a request to " + origin + " was interrupted", e);
    }

    /** Takes a connection back, for the next request if it can carry one; else it is closed when this returns. */
    void giveBack(S3Connection connection) {
        if (connection.canBeReused()) keep(connection);
        else connection.close();
        turns.release();
    }

    private void keep(S3Connection connection) {
        boolean isFirst;
        synchronized (this) {
            idle.push(connection);
            isFirst = !isSwept;
            isSwept = true;
        }
        if (isFirst) sweepLater(connection);
    }

    private void sweepLater(S3Connection any) {
        var unused = any.channel()
                .eventLoop()
                .schedule(() -> sweep(any), timing.idle().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Closes those that nobody took since the last time; comes again while any are left. */
    private void sweep(S3Connection any) {
        List<S3Connection> unused = new ArrayList<>();
        boolean isOver;
        synchronized (this) {
            for (Iterator<S3Connection> i = idle.iterator(); i.hasNext(); ) {
                S3Connection next = i.next();
                if (!next.isUnusedSinceLastLook()) continue;
                i.remove();
                unused.add(next);
            }
            isOver = idle.isEmpty();
            isSwept = !isOver;
        }
        unused.forEach(S3Connection::drop);
        if (!isOver) sweepLater(any);
    }

    /** Closes those that wait. */
    void close() {
        S3Connection next;
        while ((next = poll()) != null) next.close();
    }

    private synchronized @Nullable S3Connection poll() {
        return idle.poll();
    }
}
