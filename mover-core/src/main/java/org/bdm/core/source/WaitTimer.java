package org.bdm.core.source;

import java.time.Duration;

/** Runs a task once, after a while, unless the process ends before. Any thread; tasks do not block. */
@FunctionalInterface
public interface WaitTimer {
    /** Runs the task when {@code wait} has passed. */
    void after(Duration wait, Runnable task);
}
