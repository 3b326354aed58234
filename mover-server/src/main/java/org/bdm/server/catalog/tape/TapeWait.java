package org.bdm.server.catalog.tape;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Files that wait for the tapes of one data node.
 *
 * @param origin of their addresses
 * @param since when the oldest of them was wanted first
 * @param left time until all of them are on disk, by the last recalls of the node; empty while too little is known
 */
public record TapeWait(String origin, long files, Instant since, Optional<Duration> left) {
    /** Returns the data node, as its settings name it. */
    public String node() {
        return origin.substring(origin.indexOf("//") + 2);
    }

    /** Returns one sentence without its end, as {@code 12 files wait for tape at dn.example, oldest 40 min, about 3 h more by its last recalls}. */
    public String text(Instant now) {
        String what = files == 1 ? "1 file waits" : files + " files wait";
        return what + " for tape at " + node() + ", oldest " + shown(Duration.between(since, now))
                + left.map(more -> ", about " + shown(more) + " more by its last recalls")
                        .orElse("");
    }

    /** Returns the sentence without its end for files whose source has no tape service, as {@code 12 files wait for the HSM of their source}. */
    public static String withoutService(long files) {
        return (files == 1 ? "1 file waits" : files + " files wait")
                + " until the HSM of their source brings them to disk";
    }

    private static String shown(Duration age) {
        if (age.compareTo(Duration.ofMinutes(2)) < 0) return Math.max(0, age.toSeconds()) + " s";
        if (age.compareTo(Duration.ofHours(2)) < 0) return age.toMinutes() + " min";
        return age.compareTo(Duration.ofDays(2)) < 0 ? age.toHours() + " h" : age.toDays() + " days";
    }
}
