package org.bdm.server.catalog.history;

import java.util.List;

/**
 * Bytes and files that a job moved, on all nodes together.
 *
 * @param stepSeconds length of the steps; 10, or that doubled some times
 * @param samples by time; a step without one moved nothing
 */
public record MovedOfJob(int stepSeconds, List<MovedSample> samples) {
    /** Copies the list. */
    public MovedOfJob {
        samples = List.copyOf(samples);
    }
}
