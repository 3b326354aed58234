package org.bdm.core.id;

/**
 * A request on one stream, chosen by the side that asks; answers carry it.
 *
 * @param number 0 for frames that answer nothing, else at least 1 and used once per stream
 */
public record RequestId(long number) {
    /** Refuses what cannot be a name of this kind. */
    public RequestId {
        if (number < 0) throw new IllegalArgumentException("request number is negative: " + number);
    }

    @Override
    public String toString() {
        return "request-" + number;
    }
}
