package org.bdm.core.stream;

import io.netty.channel.Channel;
import java.util.EnumSet;

/** Decides whether a stream reads: it does unless a {@link Reason} holds it back. Belongs to the stream's event loop. */
final class ReadGate {
    /** Reasons not to read. */
    enum Reason {
        /** The listener asked for a pause. */
        LISTENER,
        /** No block is free for the payload that comes next. */
        NO_BLOCK,
        /** The rate limit is used up for now. */
        RATE
    }

    private final Channel channel;
    private final KeepAlive keepAlive;
    private final Runnable onOpened;
    private final EnumSet<Reason> reasons = EnumSet.noneOf(Reason.class);

    /**
     * Open at first.
     *
     * @param onOpened takes what was received and not consumed; runs before reading goes on, and may close the gate again
     */
    ReadGate(Channel channel, KeepAlive keepAlive, Runnable onOpened) {
        this.channel = channel;
        this.keepAlive = keepAlive;
        this.onOpened = onOpened;
    }

    boolean isOpen() {
        return reasons.isEmpty();
    }

    void close(Reason reason) {
        if (isOpen()) {
            keepAlive.readingStops(System.nanoTime());
            channel.config().setAutoRead(false);
        }
        reasons.add(reason);
    }

    void open(Reason reason) {
        if (!reasons.remove(reason) || !isOpen()) return;
        keepAlive.readingStarts(System.nanoTime());
        onOpened.run();
        if (isOpen()) channel.config().setAutoRead(true);
    }
}
