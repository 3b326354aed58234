package org.bdm.core.control.site;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explains what limits a link now.
 *
 * @param source name of a site, host of a data node, or {@code *} for everything that comes to the destination
 * @param destination the site of this server
 * @param reason one sentence
 * @param limitedBy the stage or the limit that holds the job with the highest rate up; null if nothing is known
 * @param measured the last measurement, as a sentence; null if there is none
 * @param host load of the machine of the node that answers; null if it cannot be read
 * @param jobs that use it now, the one with the highest rate first
 */
public record LinkExplanationView(
        String source,
        String destination,
        String reason,
        @Nullable String limitedBy,
        @Nullable String measured,
        @Nullable String host,
        List<LinkJobView> jobs) {
    /** An absent list is an empty one. */
    public LinkExplanationView {
        jobs = jobs == null ? List.of() : List.copyOf(jobs);
    }

    /**
     * A job that uses the link.
     *
     * @param bytesPerSecond over this link
     * @param limit what limits the job, with its numbers; null if nothing is known
     */
    public record LinkJobView(
            String jobId, long bytesPerSecond, @Nullable String limit) {}
}
