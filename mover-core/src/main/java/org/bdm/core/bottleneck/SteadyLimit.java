package org.bdm.core.bottleneck;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The limit of the last seconds without flicker: one that is named stays until another one limited in clearly more of them. Owner only.
 */
public final class SteadyLimit {
    private static final int BEATS_LOOKED_BACK = 5;
    private static final int CLEARLY = 2;

    private final Deque<Bottleneck> lately = new ArrayDeque<>(); // the newest last
    private Bottleneck named = Bottleneck.NOTHING;

    /** A second has passed, with this limit. */
    public void add(Bottleneck limit) {
        lately.add(limit);
        if (lately.size() > BEATS_LOOKED_BACK) lately.removeFirst();
        Bottleneck best = most();
        boolean isAnother = !best.stage().equals(named.stage());
        if (isAnother && times(best) - times(named) < CLEARLY && times(named) > 0) best = named;
        named = newest(best);
    }

    /** Nothing runs: what was does not count any more. */
    public void clear() {
        lately.clear();
        named = Bottleneck.NOTHING;
    }

    /** Returns the limit with the numbers of the last second in which it limited. */
    public Bottleneck limit() {
        return named;
    }

    private Bottleneck most() {
        Bottleneck best = Bottleneck.NOTHING;
        int most = 0;
        for (Bottleneck each : lately) {
            int times = times(each);
            if (times < most) continue;
            most = times;
            best = each;
        }
        return best;
    }

    private int times(Bottleneck limit) {
        return (int) lately.stream()
                .filter(other -> other.stage().equals(limit.stage()))
                .count();
    }

    private Bottleneck newest(Bottleneck limit) {
        Bottleneck newest = limit;
        for (Bottleneck each : lately) if (each.stage().equals(limit.stage())) newest = each;
        return newest;
    }
}
