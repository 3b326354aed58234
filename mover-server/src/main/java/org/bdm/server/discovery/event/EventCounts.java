package org.bdm.server.discovery.event;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the messages of the event stream since the start of the process. Any thread. */
public final class EventCounts {
    private final LongAdder taken = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private volatile boolean isRead;
    private volatile @Nullable Instant last;

    /** The stream is read from now on. */
    void began() {
        isRead = true;
    }

    /** A message counts as read; it was written to the stream at {@code at}. */
    void taken(Instant at) {
        taken.increment();
        last = at;
    }

    void unreadable() {
        unreadable.increment();
    }

    /** The stream could not be read, or a message was not taken and will be given again. */
    void failed() {
        failures.increment();
    }

    /** True if this process reads an event stream. */
    public boolean isRead() {
        return isRead;
    }

    /** Returns the number of messages that count as read, the unreadable ones included. */
    public long messages() {
        return taken.sum();
    }

    /** Returns the number of messages that could not be read and were passed over. */
    public long unreadableMessages() {
        return unreadable.sum();
    }

    /** Returns how often the stream could not be read, or a message was not taken. */
    public long failures() {
        return failures.sum();
    }

    /** Returns when the last message that was read had been written to the stream; empty before the first. */
    public Optional<Instant> lastMessageAt() {
        return Optional.ofNullable(last);
    }
}
