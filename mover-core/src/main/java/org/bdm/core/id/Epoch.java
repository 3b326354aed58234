package org.bdm.core.id;

/**
 * Which attempt at a file a block belongs to: it grows with every new temporary file, so late blocks of an old one are refused.
 *
 * @param number at least 1
 */
public record Epoch(int number) {
    /** Refuses what cannot be a name of this kind. */
    public Epoch {
        if (number < 1) throw new IllegalArgumentException("epoch is not positive: " + number);
    }

    @Override
    public String toString() {
        return "epoch-" + number;
    }
}
