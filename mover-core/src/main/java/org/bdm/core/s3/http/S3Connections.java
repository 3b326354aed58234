package org.bdm.core.s3.http;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.ConnectFailures;
import org.bdm.core.source.http.node.HttpDialler;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpOrigin;

/** The connections to one origin: a bounded number in use, those that wait for the next request. Any thread that may block. */
final class S3Connections {
    private static final Duration DIALLED_WITHIN = Duration.ofMinutes(2); // several addresses, each with TLS

    private final HttpOrigin origin;
    private final HttpDialler dialler;
    private final HttpLoops loops;
    private final S3Timing timing;
    private final Semaphore turns;
    private final Deque<S3Connection> idle = new ArrayDeque<>(); // guarded by this; the one used last in front

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
     * A connection that nobody else uses; must be given back.
     *
     * @throws MoverException TOO_MANY_CONNECTIONS if none became free, CONNECTION_LOST, CERTIFICATE_REFUSED, ADDRESS_REFUSED
     */
    S3Connection take() {
        try {
            if (!turns.tryAcquire(timing.turn().toMillis(), TimeUnit.MILLISECONDS))
                throw new MoverException(
                        ErrorCode.TOO_MANY_CONNECTIONS, "all connections to " + origin + " are in use");
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        boolean isTaken = false;
        try {
            S3Connection connection = waiting();
            if (connection == null) connection = dial();
            isTaken = true;
            return connection;
        } finally {
            if (!isTaken) turns.release();
        }
    }

    private synchronized S3Connection waiting() {
        while (true) {
            S3Connection next = idle.poll();
            if (next == null || next.channel().isActive()) return next;
        }
    }

    private S3Connection dial() {
        CompletableFuture<Channel> dialled =
                dialler.dial(origin, loops.next(), channel -> new S3Connection(origin.toString(), channel));
        try {
            return dialled.get(DIALLED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
                    .pipeline()
                    .get(S3Connection.class);
        } catch (InterruptedException e) {
            dialled.cancel(false); // it is closed when it is made
            throw interrupted(e);
        } catch (TimeoutException | CancellationException e) {
            dialled.cancel(false);
            throw new MoverException(ErrorCode.TIMED_OUT, "no connection to " + origin + " in time", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            MoverException reason = ConnectFailures.ofDialling(cause, origin).reason();
            if (reason.code() != ErrorCode.DATA_NODE_UNREACHABLE) throw reason;
            throw new MoverException(ErrorCode.CONNECTION_LOST, reason.detail(), reason);
        }
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
        synchronized (this) {
            idle.push(connection);
        }
        var unused = connection
                .channel()
                .eventLoop()
                .schedule(() -> endIfIdle(connection), timing.idle().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Called so long after each use: one that was used again since has a later call, and is only closed earlier than it had to be. */
    private void endIfIdle(S3Connection connection) {
        boolean isIdle;
        synchronized (this) {
            isIdle = idle.remove(connection);
        }
        if (isIdle) {
            var unused = connection.channel().close();
        }
    }

    /** Closes those that wait. */
    void close() {
        S3Connection next;
        while ((next = poll()) != null) next.close();
    }

    private synchronized S3Connection poll() {
        return idle.poll();
    }
}
