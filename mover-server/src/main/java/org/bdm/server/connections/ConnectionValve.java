package org.bdm.server.connections;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * The first and last that a request meets: counts it, times it, and sends the whole answer before it lets go. A body that nobody read is
 * not waited for beyond a moment; the connection is closed then.
 */
final class ConnectionValve extends ValveBase {
    private static final long REST_BYTES_MAX = 2 << 20;

    private final WebConnections connections;
    private final RequestShares shares;
    private final Refusals refusals;
    private final String alive;

    /**
     * With its parts.
     *
     * @param alive path of the question whether the process lives, for which there is always a thread
     */
    ConnectionValve(WebConnections connections, RequestShares shares, Refusals refusals, String alive) {
        super(true);
        this.connections = connections;
        this.shares = shares;
        this.refusals = refusals;
        this.alive = alive;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        Optional<WebConnection> found = connections.find(request.getRemoteAddr(), request.getRemotePort());
        refusals.protect(response);
        boolean isAlive = alive.equals(request.getRequestURI());
        boolean isCounted = !isAlive && found.isPresent() && connections.enter();
        if (found.isEmpty() || !(isAlive || isCounted)) {
            response.setHeader("Connection", "close");
            refusals.tooMany(response);
            finish(request, response, null);
            return;
        }
        if (isAlive) response.setHeader("Connection", "close");
        WebConnection connection = found.get();
        if (!request.isAsyncDispatching()) connection.begin();
        connection.attachTo(request);
        try {
            getNext().invoke(request, response);
            finish(request, response, shares.hold(connection) ? connection : null);
        } finally {
            shares.leave(connection);
            if (isCounted) connections.leave();
            leave(request, connection);
        }
    }

    private static void leave(Request request, WebConnection connection) {
        if (!request.isAsync()) {
            connection.end();
            return;
        }
        connection.rest();
        try {
            request.getAsyncContext().addListener(new EndOfAsync(connection));
        } catch (IllegalStateException over) {
            connection.end(); // it ended in the meantime
        }
    }

    /** Sends what the answer still holds; with a connection, takes what the caller is still sending. */
    private static void finish(Request request, Response response, @Nullable WebConnection connection)
            throws IOException {
        if (request.isAsync()) return;
        response.finishResponse();
        if (isRead(request)) return;
        if (connection != null && !request.getCoyoteRequest().hasExpectation()) readRest(request, connection);
        if (!isRead(request)) request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }

    private static boolean isRead(Request request) {
        AtomicBoolean isRead = new AtomicBoolean();
        request.getCoyoteRequest().action(ActionCode.REQUEST_BODY_FULLY_READ, isRead);
        return isRead.get();
    }

    private static void readRest(Request request, WebConnection connection) {
        connection.awaitRest();
        try {
            // The servlet's stream was closed with the answer.
            Discard rest = new Discard();
            long left = REST_BYTES_MAX;
            int read = request.getCoyoteRequest().doRead(rest);
            while (read > 0 && left > 0) {
                left -= read;
                read = request.getCoyoteRequest().doRead(rest);
            }
        } catch (IOException gone) {
            return; // the connection is closed, which tells the caller as well
        }
    }

    /** Takes bytes that nobody wants. */
    private static final class Discard implements ApplicationBufferHandler {
        private ByteBuffer buffer = ByteBuffer.allocate(0);

        @Override
        public void setByteBuffer(ByteBuffer next) {
            buffer = next;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return buffer;
        }

        @Override
        public void expand(int size) {
            // nothing is kept
        }
    }

    /** Lets the connection wait for its next request when an answer that went on without a thread has ended. */
    private record EndOfAsync(WebConnection connection) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            connection.end();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // onComplete follows
        }

        @Override
        public void onError(AsyncEvent event) {
            // onComplete follows
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
