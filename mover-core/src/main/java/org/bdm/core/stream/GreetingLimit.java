package org.bdm.core.stream;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** The greetings of a stream, one for each session, and the time that one may take. Belongs to the event loop. */
final class GreetingLimit {
    private final EventLoop loop;
    private final PeerIdentity peer;
    private final Runnable onFirst;
    private final Consumer<MoverException> onTooLate;
    private @Nullable Future<?> timer;
    private boolean isOver;
    private boolean hasBeenOver;

    /**
     * No greeting has begun.
     *
     * @param onFirst runs once, when the first greeting has ended well
     * @param onTooLate ends the stream, with a reason
     */
    GreetingLimit(EventLoop loop, PeerIdentity peer, Runnable onFirst, Consumer<MoverException> onTooLate) {
        this.loop = loop;
        this.peer = peer;
        this.onFirst = onFirst;
        this.onTooLate = onTooLate;
    }

    /** True when the last greeting that began has ended well. */
    boolean isOver() {
        return isOver;
    }

    void begin(long nanos) {
        stop();
        isOver = false;
        timer = loop.schedule(
                () -> onTooLate.accept(
                        new MoverException(ErrorCode.TIMED_OUT, "no greeting from " + peer.address() + " in time")),
                nanos,
                TimeUnit.NANOSECONDS);
    }

    /** The greeting has ended well. */
    void end() {
        if (isOver) return;
        isOver = true;
        stop();
        if (hasBeenOver) return;
        hasBeenOver = true;
        onFirst.run();
    }

    /** No greeting is too late any more. */
    void stop() {
        if (timer != null) timer.cancel(false);
    }
}
