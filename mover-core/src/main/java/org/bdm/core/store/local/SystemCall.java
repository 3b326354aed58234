package org.bdm.core.store.local;

import java.util.concurrent.atomic.LongAdder;

/** The kinds of system calls that one file costs, each with how many {@link Posix} has made since this process began. Any thread. */
enum SystemCall {
    OPEN,
    CLOSE,
    STATUS,
    READ,
    WRITE,
    ATTRIBUTES,
    SYNC,
    RENAME,
    OTHER;

    private final LongAdder made = new LongAdder();

    /** Counts one call. */
    void count() {
        made.increment();
    }

    /** Returns the number of calls made, failed ones included. */
    long made() {
        return made.sum();
    }
}
