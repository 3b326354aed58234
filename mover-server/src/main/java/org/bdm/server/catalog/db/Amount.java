package org.bdm.server.catalog.db;

/**
 * A number of files and their bytes.
 *
 * @param bytes the sum of the sizes
 */
public record Amount(long files, long bytes) {
    /** Nothing. */
    public static final Amount NONE = new Amount(0, 0);

    /** Both together. */
    public Amount plus(Amount other) {
        return new Amount(files + other.files, bytes + other.bytes);
    }

    /** What is left when {@code other} is taken away. */
    public Amount minus(Amount other) {
        return new Amount(files - other.files, bytes - other.bytes);
    }
}
