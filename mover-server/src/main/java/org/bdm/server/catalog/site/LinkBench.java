package org.bdm.server.catalog.site;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.bdm.core.id.ByteRate;

/**
 * A measurement of the link from a source to this site.
 *
 * @param number of the measurement
 * @param job that makes it; 0 for one of an earlier version
 * @param runs how often it was begun: more than once if a process ended, or the job was paused, meanwhile
 * @param beganAt when it was begun last; before, when it was asked for
 * @param outcome what came of it
 */
public record LinkBench(long number, BenchPlan plan, long job, int runs, Instant beganAt, Outcome outcome) {
    /** Longest name of a mode. */
    static final int MODE_LENGTH_MAX = 16;

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEEE d MMMM HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /**
     * The result of a measurement, or why it has none.
     *
     * @param tookMillis -1 until it has ended
     * @param bytes that came and were right; if they were written, those that were durable
     * @param streams most at once
     * @param limitedBy the stage that limited; empty until it has ended, or if nothing is known
     * @param limit the same with its numbers
     * @param disks what was read and written, in a sentence; empty if nothing was
     * @param trouble why it failed; empty if it did not
     */
    public record Outcome(
            long tookMillis, long bytes, int streams, String limitedBy, String limit, String disks, String trouble) {
        /** It has not ended. */
        public static final Outcome NONE = new Outcome(-1, 0, 0, "", "", "", "");

        /** It failed for this reason. */
        public static Outcome failed(long tookMillis, String trouble) {
            return new Outcome(Math.max(0, tookMillis), 0, 0, "", "", "", trouble);
        }
    }

    /** The same with another outcome. */
    public LinkBench with(Outcome ended) {
        return new LinkBench(number, plan, job, runs, beganAt, ended);
    }

    /** True until it has ended, whether well or not. */
    public boolean isRunning() {
        return outcome.tookMillis() < 0;
    }

    /** True if it has ended with a result. */
    public boolean isDone() {
        return !isRunning() && outcome.trouble().isEmpty();
    }

    /** Says what the path did when nothing but it was measured. */
    public String sentence() {
        String limit = outcome.limit().isEmpty() ? "" : ", limited by " + outcome.limit();
        return "This path did " + ByteRate.text(bytesPerSecond()) + " "
                + plan.mode().text() + " on " + DAY.format(beganAt) + ", over " + outcome.streams()
                + (outcome.streams() == 1 ? " stream" : " streams") + limit + ".";
    }

    /** Mean rate of payload; 0 while it runs or if it failed at once. */
    public long bytesPerSecond() {
        return outcome.tookMillis() <= 0 ? 0 : Math.round(outcome.bytes() * 1000.0 / outcome.tookMillis());
    }
}
