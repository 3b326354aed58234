package org.bdm.server.connections;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One connection to the REST port: what it waits for, and until when. A connection that missed its deadline is cut: first its input, so that
 * the caller can still be told, then its output. Tomcat notices both and closes it. Any thread.
 */
public final class WebConnection {
    private static final String ATTRIBUTE = WebConnection.class.getName();
    private static final long TELLING_NANOS = Duration.ofSeconds(2).toNanos();

    private final SocketChannel channel;
    private final InetSocketAddress remote;
    private final String cause;
    private final ConnectionLimits limits;
    private final LongSupplier nanoTime;

    private State state = State.WAITING; // guarded by this
    private long since; // start of this state; guarded by this
    private long deadline; // guarded by this
    private boolean isTimed = true; // guarded by this
    private boolean isCut; // guarded by this
    private long bodyWaited; // nanoseconds; guarded by this
    private long bodyBytes; // guarded by this

    private enum State {
        /** For the headers of a request. */
        WAITING,
        /** On a request whose caller has shown no valid credential so far. */
        STRANGER,
        /** On a request of a known caller. */
        KNOWN
    }

    WebConnection(SocketChannel channel, InetSocketAddress remote, ConnectionLimits limits, LongSupplier nanoTime) {
        this.channel = channel;
        this.remote = remote;
        this.cause = CallerAddress.causeOf(remote.getAddress());
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
        this.deadline = since + limits.headers().toNanos();
    }

    /** Finds the connection of a request. */
    public static WebConnection of(ServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof WebConnection connection) return connection;
        throw new IllegalStateException("this request did not come through the valve");
    }

    void attachTo(ServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    InetSocketAddress remote() {
        return remote;
    }

    /** Names who opened it. */
    public String cause() {
        return cause;
    }

    synchronized void begin() {
        change(State.STRANGER, limits.stranger());
        bodyWaited = 0;
        bodyBytes = 0;
    }

    /** The caller of this request has shown a valid credential: only its body has a time. */
    public synchronized void know() {
        state = State.KNOWN;
        isTimed = false;
    }

    /** The request takes no more of a thread, and may last: a live feed. */
    synchronized void rest() {
        isTimed = false;
    }

    synchronized void end() {
        change(State.WAITING, limits.headers().multipliedBy(2));
    }

    private void change(State next, Duration within) {
        state = next;
        since = nanoTime.getAsLong();
        deadline = since + within.toNanos();
        isTimed = true;
    }

    /** A known caller's body is waited for now, a stranger's within its whole time. */
    public synchronized void awaitBody() {
        if (state != State.KNOWN) return;
        long allowed = limits.body().toNanos()
                + Duration.ofSeconds(bodyBytes / ConnectionLimits.BODY_BYTES_PER_SECOND_MIN)
                        .toNanos();
        since = nanoTime.getAsLong();
        deadline = since + allowed - bodyWaited;
        isTimed = true;
    }

    /** So many bytes of the body came. */
    public synchronized void bodyCame(int bytes) {
        if (state != State.KNOWN) return;
        bodyWaited += nanoTime.getAsLong() - since;
        bodyBytes += bytes;
        isTimed = false;
    }

    /** The caller has to take the next piece of a download now. */
    public synchronized void awaitPieceTaken() {
        deadline = nanoTime.getAsLong() + limits.piece().toNanos();
        isTimed = true;
    }

    /** It was taken. */
    public synchronized void pieceTaken() {
        isTimed = false;
    }

    /** Waits at the end of a request for what the caller still sends. */
    synchronized void awaitRest() {
        deadline = nanoTime.getAsLong() + TELLING_NANOS;
        isTimed = true;
    }

    /** True if it was cut because it was too slow, or because another caller needed its place. */
    public synchronized boolean isCut() {
        return isCut;
    }

    /** True if it may be closed for another one: nothing of a known caller is under way on it. */
    synchronized boolean isDispensable() {
        return state != State.KNOWN && !isCut;
    }

    /** Tells how long it has been in its state. */
    synchronized long waitedNanos() {
        return nanoTime.getAsLong() - since;
    }

    /** Cuts it if its time is over. */
    synchronized void look() {
        if (isTimed && nanoTime.getAsLong() - deadline >= 0) cut();
    }

    /** Ends what this connection waits for; the second time, or between requests, also what it writes. */
    public synchronized void cut() {
        boolean isAll = isCut || state == State.WAITING;
        isCut = true;
        isTimed = true;
        deadline = nanoTime.getAsLong() + TELLING_NANOS;
        try {
            channel.shutdownInput();
            if (isAll) channel.shutdownOutput();
        } catch (IOException gone) {
            isTimed = false; // it is closed already, which is what was wanted
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }
}
