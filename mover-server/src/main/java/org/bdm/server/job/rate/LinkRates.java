package org.bdm.server.job.rate;

import java.time.Instant;
import java.util.List;
import org.bdm.server.catalog.history.MovedSample;

/**
 * Bytes and files that the links moved within a time.
 *
 * @param since begin of the first step
 * @param stepSeconds length of a step
 * @param links those with most bytes first, then the rest, if there is one
 */
public record LinkRates(Instant since, int stepSeconds, List<OfLink> links) {
    /** Copies the list. */
    public LinkRates {
        links = List.copyOf(links);
    }

    /**
     * One link.
     *
     * @param source name of a site or host of a data node; empty for the rest
     * @param steps by time; a step without one moved nothing
     */
    public record OfLink(String source, long bytes, long files, long failures, List<MovedSample> steps) {
        /** Copies the list. */
        public OfLink {
            steps = List.copyOf(steps);
        }
    }
}
