package org.bdm.core.control.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explains what limits a link now.
 *
 * @param source Name of a site, host of a data node, or * for everything that comes to the destination. Such as {@code north}.
 * @param destination Name of the site of this server. Such as {@code south}.
 * @param reason One sentence. Such as {@code job-7 is limited by the network: it takes 384.0 Mbit/s}.
 * @param limitedBy The stage or the limit that holds up the job with the highest rate; null if nothing is known. Such as {@code network}.
 * @param measured The last measurement, as a sentence; null if there is none. Such as {@code this path did 9.4 Gbit/s memory to memory on
 * Tuesday}.
 * @param host Load of the machine of the node that answers; null if it cannot be read. Such as {@code CPU 97 %, eth0 1.2 Gbit/s in}.
 * @param jobs Jobs that use it now, the one with the highest rate first.
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
     * A job that uses a link.
     *
     * @param bytesPerSecond Payload bytes per second over this link, at least 0. Such as {@code 48000000}.
     * @param limit What limits the job, with its numbers; null if nothing is known. Such as {@code limited by the network: it takes 384.0
     * Mbit/s}.
     */
    public record LinkJobView(
            String jobId, long bytesPerSecond, @Nullable String limit) {}
}
