package org.bdm.core.fetch;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the files that the sessions of a process have under way at once, to save file descriptors: each file keeps one from its
 * first byte until it is placed. Shared evenly by the sessions that run. Any thread.
 */
public final class FilesAtOnce {
    private final int filesMax;
    private final AtomicInteger sessions = new AtomicInteger();

    /** For all sessions together. */
    public FilesAtOnce(int filesMax) {
        if (filesMax < 1) throw new IllegalArgumentException("at least one file must be allowed at once: " + filesMax);
        this.filesMax = filesMax;
    }

    /** As many as a session takes by itself. */
    public static FilesAtOnce unbounded() {
        return new FilesAtOnce(Integer.MAX_VALUE);
    }

    void begin() {
        sessions.incrementAndGet();
    }

    void end() {
        sessions.decrementAndGet();
    }

    /** Of one session now. */
    int share() {
        return Math.max(1, filesMax / Math.max(1, sessions.get()));
    }
}
