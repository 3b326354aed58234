package org.bdm.core.id;

/**
 * The number by which research networks know to which experiment a flow belongs, and what it is for: ten bits of the experiment and six of
 * the activity, as FTS3, gfal2 and XRootD write it (scitags.org).
 *
 * @param flow 65 to 65535
 */
public record Scitag(int flow) {
    /** Smallest one: experiment 1, activity 1. */
    public static final int FLOW_MIN = 65;
    /** Largest one: experiment 1023, activity 63. */
    public static final int FLOW_MAX = 65_535;

    private static final int ACTIVITY_BITS = 6;

    /** Throws {@link IllegalArgumentException} with a sentence that can be shown. */
    public Scitag {
        if (flow < FLOW_MIN || flow > FLOW_MAX) {
            throw new IllegalArgumentException("a SciTag is " + FLOW_MIN + " to " + FLOW_MAX + ", not " + flow);
        }
    }

    /** Number of the experiment, 1 to 1023. */
    public int experiment() {
        return flow >> ACTIVITY_BITS;
    }

    /** Number of the activity, 0 to 63. */
    public int activity() {
        return flow & ((1 << ACTIVITY_BITS) - 1);
    }
}
