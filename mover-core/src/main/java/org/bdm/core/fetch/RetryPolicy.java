package org.bdm.core.fetch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.bdm.core.transfer.EarlierRuns;

/** Number of tries, and pauses between them. Pure but for the given chance. */
final class RetryPolicy {
    /** Tries of one block before its file fails. */
    static final int BLOCK_TRIES = 5;
    /** Tries of a file whose digest is wrong with all block checks right. */
    static final int WHOLE_TRIES = 2;
    /** Versions of a file that are tried. */
    static final int CHANGED_TRIES = 3;
    /** Tries of a file that the source, or the disk, could not bring to its end for a passing reason. */
    static final int PASSING_TRIES = 3;
    /** Tries of a file that nothing had come of, while too many files are open, before it waits for another run. */
    static final int PRESSURE_TRIES = 6;
    /** Requests for a file that ended without the bytes that were asked for. */
    static final int EMPTY_ENDS_MAX = 5;
    /** Times in a row that the streams of a file are lost before a byte of it came. */
    static final int LOSSES_MAX = 50;

    private static final Duration FIRST_WAIT = Duration.ofSeconds(30);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final Duration STAGED_WAIT = Duration.ofMinutes(2);
    private static final Duration STAGED_WAIT_SHORTEST = Duration.ofSeconds(10);
    private static final Duration STAGED_WAIT_LONGEST = Duration.ofMinutes(30);
    private static final long FIRST_DELAY_MILLIS = 1000;

    private final Clock clock;
    private final RandomGenerator random;

    RetryPolicy(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** Milliseconds until the next try in this session: 1 s, 2 s, 4 s, .. give or take a quarter. */
    long delayMillis(int triesBefore) {
        return spread(FIRST_DELAY_MILLIS << Math.min(Math.max(0, triesBefore - 1), 5));
    }

    boolean mayWait(int runsBefore) {
        return runsBefore + 1 < EarlierRuns.MAX;
    }

    /** When a file is worth another run: after 30 s, 1 min, 2 min, .. at most an hour, give or take a quarter. */
    Instant retryAt(int runsBefore) {
        long millis = FIRST_WAIT.toMillis() << Math.min(Math.max(0, runsBefore), 7);
        return clock.instant().plusMillis(spread(Math.min(millis, LONGEST_WAIT.toMillis())));
    }

    /** When a file that is being staged is asked for again: as its source says within bounds, give or take a quarter. */
    Instant stagedAt(Duration said) {
        Duration wait = said.isZero() ? STAGED_WAIT : said;
        if (wait.compareTo(STAGED_WAIT_SHORTEST) < 0) wait = STAGED_WAIT_SHORTEST;
        if (wait.compareTo(STAGED_WAIT_LONGEST) > 0) wait = STAGED_WAIT_LONGEST;
        return clock.instant().plus(wait).plusMillis(random.nextLong(wait.toMillis() / 4));
    }

    private long spread(long millis) {
        return millis * 3 / 4 + random.nextLong(millis / 2 + 1);
    }
}
