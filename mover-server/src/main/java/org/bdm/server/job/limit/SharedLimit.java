package org.bdm.server.job.limit;

import java.util.Locale;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.site.LinkLimit;
import org.bdm.server.catalog.site.LinkUse;

/**
 * A limit of the rate that somebody set.
 *
 * @param bytesPerSecondMax at least 1
 */
record RateLimit(Subject subject, long bytesPerSecondMax) {
    /** The things that can have a limit. */
    enum Kind {
        JOB,
        LINK,
        SITE
    }

    /**
     * A job, a link or the site.
     *
     * @param name number of the job, or source of the link; empty for the whole site
     */
    record Subject(Kind kind, String name) {
        /** True if the use counts against the limit of this. */
        boolean covers(LinkUse use) {
            return switch (kind) {
                case JOB -> use.isWhole() && name.equals(String.valueOf(use.job()));
                case LINK -> name.equals(use.source());
                case SITE -> use.isWhole();
            };
        }
    }

    static RateLimit ofJob(JobId job, long bytesPerSecondMax) {
        return new RateLimit(new Subject(Kind.JOB, String.valueOf(job.number())), bytesPerSecondMax);
    }

    static RateLimit of(LinkLimit limit) {
        return limit.isOfEverything()
                ? new RateLimit(new Subject(Kind.SITE, ""), limit.bytesPerSecondMax())
                : new RateLimit(new Subject(Kind.LINK, limit.source()), limit.bytesPerSecondMax());
    }

    /**
     * Names the limit for people, with the command that changes it.
     *
     * @param destination name of this site
     * @param part of one job at one node, in bytes/s
     */
    String text(String destination, long part) {
        String whole = part < bytesPerSecondMax ? ", of which this session has " + rate(part) : "";
        String name = subject.name();
        return switch (subject.kind()) {
            case JOB ->
                "the rate limit of the job, " + rate(bytesPerSecondMax) + whole + " (change it: bdm-client set job-"
                        + name + " --max-rate RATE)";
            case LINK ->
                "the rate limit of the link " + name + " to " + destination + ", " + rate(bytesPerSecondMax) + whole
                        + " (change it: bdm-client link set " + name + " " + destination + " --max-rate RATE)";
            case SITE ->
                "the rate limit of everything that comes to " + destination + ", " + rate(bytesPerSecondMax) + whole
                        + " (change it: bdm-client link set '*' " + destination + " --max-rate RATE)";
        };
    }

    /** For example {@code 2.0 MB/s = 16.0 Mbit/s}: decimal units, as networks count. */
    static String rate(long bytesPerSecond) {
        return scaled((double) bytesPerSecond, "B/s") + " = " + scaled(8.0 * bytesPerSecond, "bit/s");
    }

    private static String scaled(double amount, String unit) {
        String[] prefixes = {"", "k", "M", "G", "T", "P"};
        double value = amount;
        int prefix = 0;
        while (value >= 999.95 && prefix < prefixes.length - 1) {
            value /= 1000;
            prefix++;
        }
        return String.format(Locale.ROOT, prefix == 0 ? "%.0f %s%s" : "%.1f %s%s", value, prefixes[prefix], unit);
    }
}
