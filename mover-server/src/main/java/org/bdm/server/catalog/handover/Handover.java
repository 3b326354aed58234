package org.bdm.server.catalog.handover;

import java.time.Instant;
import org.bdm.core.id.ExportName;
import org.jspecify.annotations.Nullable;

/**
 * A list of files that another mover is asked to bring from one source into one export.
 *
 * @param number 1 and more
 * @param awaited whom it waits for
 * @param says why it waits, or how it ended, in a sentence
 * @param endedAt null until it is ENDED or CANCELLED
 */
public record Handover(
        long number,
        Order order,
        HandoverState state,
        Awaited awaited,
        String says,
        Sent sent,
        Progress progress,
        Instant createdAt,
        @Nullable Instant endedAt) {
    /**
     * The order; never changes.
     *
     * @param carrier the name of the carrier in the settings of the server
     * @param source the endpoint or host that the carrier reads from
     * @param selection what the person asked for, in words
     */
    public record Order(String owner, String carrier, String source, ExportName export, String selection) {}

    /**
     * The list that the carrier was given.
     *
     * @param round how often a list was made for it
     * @param submission the id under which it is, or was, submitted; null before, and for a carrier without a service
     * @param listDigest SHA-256 of the list as hexadecimal; null before
     * @param task what the carrier calls it; null until it said so
     */
    public record Sent(
            int round,
            @Nullable String submission,
            @Nullable String listDigest,
            @Nullable String task) {}

    /**
     * The progress.
     *
     * @param bytesMoved what the carrier says; nothing is decided by it
     * @param movedAt when that last grew
     * @param faults the number of faults that the carrier had reported then
     * @param nextAt when it is looked at again
     * @param comparedFile number of the last file that was compared in this state; 0 for none
     * @param sendsRest whether files that are missing after the comparison are submitted again at once
     */
    public record Progress(
            long bytesMoved, Instant movedAt, long faults, Instant nextAt, int comparedFile, boolean sendsRest) {}

    /** Returns the id for people. */
    public String id() {
        return "handover-" + number;
    }
}
