package org.bdm.core.fetch;

/**
 * Bytes of files that have not ended, so that nobody has been told of them yet.
 *
 * @param moved came over the network, each byte once; also in an earlier run, if its journal knows them
 * @param durable on stable storage at the destination, holes included
 */
public record BytesUnderWay(long moved, long durable) {
    /** None. */
    public static final BytesUnderWay NONE = new BytesUnderWay(0, 0);

    /** Both together. */
    public BytesUnderWay plus(BytesUnderWay other) {
        return new BytesUnderWay(moved + other.moved, durable + other.durable);
    }

    BytesUnderWay minus(BytesUnderWay other) {
        return new BytesUnderWay(moved - other.moved, durable - other.durable);
    }
}
