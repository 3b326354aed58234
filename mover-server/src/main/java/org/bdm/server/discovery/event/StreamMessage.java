package org.bdm.server.discovery.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One message as the stream has it, at {@code offset} of a partition, written at {@code at}; it may be empty. */
public record StreamMessage(String topic, int partition, long offset, Instant at, byte @Nullable [] text) {
    @Override
    public String toString() {
        return offset + " of " + topic + "-" + partition;
    }
}
