package org.bdm.core.source.bdm;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToLongFunction;
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
    private final ToLongFunction<Frame> progress;
    private int timesAsked;
    private int idleLooks;
    private long mostDone;

    Question(Function<RequestId, Frame> frame, Reading<T> reading) {
        this(frame, reading, answer -> 0);
    }

    /** @param progress how much is done, as an answer that is not the last one tells it */
    Question(Function<RequestId, Frame> frame, Reading<T> reading, ToLongFunction<Frame> progress) {
        this.frame = frame;
        this.reading = reading;
        this.progress = progress;
    }

    Frame frame(RequestId request) {
        return frame.apply(request);
    }

    void asked(Connection on, RequestId as) {
        connection = on;
        id = as;
        timesAsked++;
        idleLooks = 0;
        mostDone = 0;
    }

    int timesAsked() {
        return timesAsked;
    }

    /** Looks in a row, this one included, at which nothing had happened since the one before; 0 while it waits for a stream. */
    int idleLooks() {
        if (timesAsked > 0) idleLooks++;
        return idleLooks;
    }

    /** True if this frame was the answer, or was not one at all: the question has ended. */
    boolean onAnswer(Frame frame) {
        try {
            T value = reading.read(frame);
            if (value == null) {
                noteProgress(progress.applyAsLong(frame));
                return false;
            }
            answer.complete(value);
        } catch (MoverException e) {
            answer.completeExceptionally(e);
        }
        return true;
    }

    private void noteProgress(long done) {
        if (done <= mostDone) return;
        mostDone = done;
        idleLooks = 0;
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
