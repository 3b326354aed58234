package org.bdm.core.id;

/**
 * A stream, numbered by the process that holds its socket.
 *
 * @param number at least 1
 */
public record StreamId(long number) {
    /** Refuses what cannot be a name of this kind. */
    public StreamId {
        if (number < 1) throw new IllegalArgumentException("stream number is not positive: " + number);
    }

    @Override
    public String toString() {
        return "stream-" + number;
    }
}
