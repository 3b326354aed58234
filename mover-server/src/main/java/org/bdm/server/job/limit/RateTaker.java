package org.bdm.server.job.limit;

/** Receives how much a session may take. Any thread; must not block, and not ask {@link LinkFlows} anything. */
@FunctionalInterface
public interface RateTaker {
    /**
     * From now on.
     *
     * @param bytesPerSecondMax 0 is no limit
     * @param streamsMax 0 is no limit
     */
    void mayTake(long bytesPerSecondMax, int streamsMax);
}
