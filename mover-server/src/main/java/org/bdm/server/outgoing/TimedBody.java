package org.bdm.server.outgoing;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Body of an answer that ends at a deadline: the stream of the JDK waits for ever for a server that says nothing more. Holds one piece
 * of the network at a time. One thread reads.
 */
final class TimedBody extends InputStream implements HttpResponse.BodySubscriber<InputStream> {
    private final long deadlineNanos;
    /** At most the piece that was asked for and the end after it. */
    private final BlockingQueue<Piece> arrived = new LinkedBlockingQueue<>();

    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean isClosed;
    private List<ByteBuffer> current = List.of();
    private int next;
    private @Nullable Piece end;

    /** Buffers of the network, or the end of them with its reason. */
    private record Piece(
            List<ByteBuffer> buffers,
            boolean isEnd,
            @Nullable Throwable broken) {}

    /**
     * Empty still.
     *
     * @param deadlineNanos as {@link System#nanoTime()}
     */
    TimedBody(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
    }

    /** At once: the body is read while it arrives. */
    @Override
    public CompletionStage<InputStream> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (isClosed) given.cancel();
        else given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        arrived.add(new Piece(buffers, false, null));
    }

    @Override
    public void onError(Throwable broken) {
        arrived.add(new Piece(List.of(), true, broken));
    }

    @Override
    public void onComplete() {
        arrived.add(new Piece(List.of(), true, null));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (isClosed) throw new IOException("the answer was closed");
        while (true) {
            while (next < current.size()) {
                ByteBuffer buffer = current.get(next);
                if (buffer.hasRemaining()) {
                    int taken = Math.min(length, buffer.remaining());
                    buffer.get(target, offset, taken);
                    return taken;
                }
                next++;
            }
            if (!takePiece()) return -1;
        }
    }

    /** False at the end. */
    private boolean takePiece() throws IOException {
        Piece piece = end != null ? end : awaited();
        if (!piece.isEnd()) {
            current = piece.buffers();
            next = 0;
            Flow.Subscription giver = subscription;
            if (giver != null) giver.request(1);
            return true;
        }
        end = piece;
        if (piece.broken() == null) return false;
        EOFException cut = new EOFException("the connection broke inside the answer");
        cut.initCause(piece.broken());
        throw cut;
    }

    private Piece awaited() throws IOException {
        try {
            Piece piece = arrived.poll(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (piece != null) return piece;
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            InterruptedIOException stopped = new InterruptedIOException("stopped while reading an answer");
            stopped.initCause(e);
            throw stopped;
        }
        close();
        throw new HttpTimeoutException("the answer did not end in time");
    }

    @Override
    public void close() {
        isClosed = true;
        Flow.Subscription giver = subscription;
        if (giver != null) giver.cancel();
    }
}
