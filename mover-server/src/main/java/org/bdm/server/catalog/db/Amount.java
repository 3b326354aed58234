package org.bdm.server.catalog.db;

/**
 * A number of files and their bytes.
 *
 * @param bytes the sum of the sizes
 */
public record Amount(long files, long bytes) {
    /** No file. */
    public static final Amount NONE = new Amount(0, 0);

    /** Returns the sum of both. */
    public Amount plus(Amount other) {
        return new Amount(files + other.files, bytes + other.bytes);
    }

    /** Returns this amount less {@code other}. */
    public Amount minus(Amount other) {
        return new Amount(files - other.files, bytes - other.bytes);
    }
}
