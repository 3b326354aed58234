package org.bdm.server.catalog.tools;

import java.time.Duration;
import java.util.Optional;

/**
 * The progress of a move.
 *
 * @param isVerifying whether the rows are copied and are compared now; then rows are those compared
 * @param rows done in all, also by earlier calls
 * @param rowsTotal rows of the source
 * @param rowsPerSecond since this call began
 */
public record MoveStatus(boolean isVerifying, long rows, long rowsTotal, double rowsPerSecond) {
    /** The time that the rest takes at this rate; empty while there is no rate. */
    public Optional<Duration> left() {
        if (rowsPerSecond <= 0) return Optional.empty();
        return Optional.of(Duration.ofSeconds((long) Math.ceil((rowsTotal - rows) / rowsPerSecond)));
    }
}
