package org.bdm.server.api;

import java.time.Duration;
import org.bdm.core.store.FileStatus;

/** When two files count as the same without reading them. */
final class Likeness {
    private static final Duration MTIME_EXACT_TO = Duration.ofNanos(1000);

    private Likeness() {}

    /** Whether the mtimes are equal to the microsecond: file systems and archives cut the rest. */
    static boolean isSameTime(FileStatus one, FileStatus other) {
        return Duration.between(one.version().modified(), other.version().modified())
                        .abs()
                        .compareTo(MTIME_EXACT_TO)
                <= 0;
    }
}
