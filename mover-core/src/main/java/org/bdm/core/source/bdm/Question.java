package org.bdm.core.source.bdm;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/**
 * A status, a listing or a digest that is asked for. Asking has no effect at the peer, so it is asked again on another stream when one is
 * lost. Owner only; the stage may be used by any thread.
 */
final class Question<T> {
    /** Reads the answer; empty while it only tells progress. */
    interface Reading<T> {
        @Nullable T read(Frame answer);
    }

    final CompletableFuture<T> answer = new CompletableFuture<>();
    private final Function<RequestId, Frame> frame;
    private final Reading<T> reading;
    private @Nullable Connection connection;
    private @Nullable RequestId id;
    private int timesAsked;
    private long progress;

    Question(Function<RequestId, Frame> frame, Reading<T> reading) {
        this.frame = frame;
        this.reading = reading;
    }

    Frame frame(RequestId request) {
        return frame.apply(request);
    }

    void asked(Connection on, RequestId as) {
        connection = on;
        id = as;
        timesAsked++;
        progress++;
    }

    int timesAsked() {
        return timesAsked;
    }

    /** Grows with everything that happens to the question: what a time-out looks at. */
    long progress() {
        return progress;
    }

    /** True if this frame was the answer, or was not one at all: the question has ended. */
    boolean onAnswer(Frame frame) {
        progress++;
        try {
            T value = reading.read(frame);
            if (value == null) return false;
            answer.complete(value);
        } catch (MoverException e) {
            answer.completeExceptionally(e);
        }
        return true;
    }

    void fail(MoverException reason) {
        answer.completeExceptionally(reason);
    }

    /** Nobody waits any more: the peer is told. */
    void withdraw() {
        Connection asked = connection;
        RequestId request = id;
        if (asked == null || request == null || asked.question(request) != this) return;
        asked.end(request);
        asked.send(new Frame.Cancel(List.of(request)));
    }
}
