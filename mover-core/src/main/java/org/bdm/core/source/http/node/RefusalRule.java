package org.bdm.core.source.http.node;

/** The rule for refusals ({@code 403}): one may be a passing rule of a firewall, five over two minutes are meant. Pure. */
public final class RefusalRule {
    /** So many end a copy. */
    public static final int MAX = 5;

    /** So many end a copy at a node that refused another file for good, and brought nothing since. */
    public static final int MAX_OF_KNOWN = 2;

    private static final int[] PAUSES = {2, 10, 40, 60}; // in those of other failures

    private RefusalRule() {}

    /** True when the copy is not asked again. */
    public static boolean isFinal(int refusals, DataNode node) {
        return refusals >= (node.manners().isRefusing() ? MAX_OF_KNOWN : MAX);
    }

    /** Returns the pause after so many refusals, by the pause after any other failure. */
    public static long pauseNanos(int refusals, long usualNanos) {
        return usualNanos * PAUSES[Math.min(refusals, PAUSES.length) - 1];
    }
}
