package org.bdm.core.s3.http;

import io.netty.handler.codec.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.MoverException;

/** A request on its connection, or on one that is being made, before its answer. Belongs to one thread at a time. */
final class SentRequest implements AutoCloseable {
    private final CompletableFuture<S3Connection> connecting;
    private final S3Connections connections;
    private final S3Timing timing;
    private final boolean isReused;
    private boolean isOver; // whether its turn is given back, or is the answer's

    /**
     * A request that is sent when its connection is there.
     *
     * @param isReused whether the connection brought an answer before
     */
    SentRequest(
            CompletableFuture<S3Connection> connecting, S3Connections connections, S3Timing timing, boolean isReused) {
        this.connecting = connecting;
        this.connections = connections;
        this.timing = timing;
        this.isReused = isReused;
    }

    /** True if its connection brought an answer before: its end may have been on the way when this was sent. */
    boolean isReused() {
        return isReused;
    }

    /** Waits with the usual patience. */
    S3Answer answer() {
        return answer(timing.usual());
    }

    /**
     * Waits for the answer, once. The limits cover its body too.
     *
     * @throws MoverException CONNECTION_LOST, TIMED_OUT; the connection is closed then
     */
    S3Answer answer(S3Timing.Limits limits) {
        boolean isAnswered = false;
        try {
            S3Connection connection = connections.connected(connecting);
            try {
                HttpResponse head = connection.awaitHead(limits.silence());
                isAnswered = true;
                isOver = true;
                return new S3Answer(head, connection, connections, limits);
            } finally {
                if (!isAnswered) connection.close(); // and waits: what was sent does not go on
            }
        } finally {
            if (!isAnswered) close();
        }
    }

    /** Gives the connection up, if the answer was not taken. */
    @Override
    public void close() {
        if (!isOver) connections.giveUp(connecting);
        isOver = true;
    }
}
