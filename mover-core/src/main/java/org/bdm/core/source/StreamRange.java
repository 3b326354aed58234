package org.bdm.core.source;

/**
 * Numbers of streams that a source may use, at least 1 each.
 *
 * @param first with how many it begins
 */
public record StreamRange(int least, int first, int most) {
    /** Of a source whose number of streams cannot be changed. */
    public static final StreamRange FIXED = new StreamRange(1, 1, 1);

    /** Checks the order. */
    public StreamRange {
        if (least < 1 || least > first || first > most) {
            throw new IllegalArgumentException("not a range: " + least + ", " + first + ", " + most);
        }
    }

    /** True if nothing can be changed. */
    public boolean isFixed() {
        return least == most;
    }
}
