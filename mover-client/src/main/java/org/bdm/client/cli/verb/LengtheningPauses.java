package org.bdm.client.cli.verb;

import java.time.Duration;

/** The pauses between looks at work that may be done at once or take hours: 20 ms at first, each an eighth longer, at most 300 ms. One thread. */
public final class LengtheningPauses {
    private static final Duration FIRST = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofMillis(300);

    private final Pacer pacer;
    private Duration next = FIRST;

    public LengtheningPauses(Pacer pacer) {
        this.pacer = pacer;
    }

    /** Returns after the next pause. */
    public void pause() {
        pacer.pause(next);
        Duration longer = next.multipliedBy(9).dividedBy(8);
        next = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
    }
}
