package org.bdm.client.cli.verb;

import java.time.Clock;
import java.time.Duration;

/** The clock and the pauses between two looks. */
public interface Pacer {
    /** For what time it is, and in which zone the reader lives. */
    Clock clock();

    /** Returns after this long, at once when the thread is interrupted. */
    void pause(Duration length);

    static Pacer real(Clock clock) {
        return new Pacer() {
            @Override
            public Clock clock() {
                return clock;
            }

            @Override
            public void pause(Duration length) {
                try {
                    Thread.sleep(length.toMillis());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }
}
