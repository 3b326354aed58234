package org.bdm.server.catalog.retention;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.catalog.job.FileNumber;

/**
 * A range of jobs whose rows are in one partition of each table.
 *
 * @param first number of its first job; 0 of the first range, which has no lower bound
 * @param end number behind its last job; {@link #OPEN} of the last range, which has no upper bound
 * @param bytes size of its partition of {@code file_entry}
 */
record JobRange(long first, long end, long bytes) {
    /** No upper bound. */
    static final long OPEN = Long.MAX_VALUE;

    /** As PostgreSQL writes the bounds of a partition. */
    private static final Pattern BOUNDS =
            Pattern.compile("FOR VALUES FROM \\((MINVALUE|'\\d+')\\) TO \\((MAXVALUE|'\\d+')\\)");

    /** Reads the bounds of a partition. */
    static JobRange of(String bounds, long bytes) {
        Matcher matcher = BOUNDS.matcher(bounds);
        if (!matcher.matches()) throw new IllegalStateException("these are not bounds of a partition: " + bounds);
        return new JobRange(job(matcher.group(1)), job(matcher.group(2)), bytes);
    }

    private static long job(String bound) {
        if (bound.equals("MINVALUE")) return 0;
        if (bound.equals("MAXVALUE")) return OPEN;
        return Long.parseLong(bound.substring(1, bound.length() - 1)) / FileNumber.FILES_MAX;
    }

    boolean isOpen() {
        return end == OPEN;
    }

    /** The name of its partition of a table. */
    String partition(String table) {
        return table + "_j" + first;
    }

    /** Its bounds, as SQL has them. */
    String bounds() {
        return "FROM (" + (first == 0 ? "MINVALUE" : String.valueOf(first * FileNumber.FILES_MAX)) + ") TO ("
                + (isOpen() ? "MAXVALUE" : String.valueOf(end * FileNumber.FILES_MAX)) + ")";
    }
}
