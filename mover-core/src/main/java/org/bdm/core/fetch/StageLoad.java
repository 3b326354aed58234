package org.bdm.core.fetch;

/**
 * Load of one stage of a session, and its queue.
 *
 * @param stage {@code source}, {@code network}, {@code disk}, {@code hash} or {@code place}
 * @param parallelism how many work at once: files at the source, streams, writers, hashers, files being placed
 * @param bytesPerSecond that came out of it over the last seconds
 * @param waiting in front of it: requests at the source, blocks on the network, for the disk and for the hash, files to be placed
 * @param fullness how full what waits in front of it is, 0 to 1: full, it holds up the stages before it
 */
public record StageLoad(String stage, int parallelism, long bytesPerSecond, long waiting, double fullness) {
    /** Both together, of the same stage in two sessions. */
    public StageLoad plus(StageLoad other) {
        return new StageLoad(
                stage,
                parallelism + other.parallelism,
                bytesPerSecond + other.bytesPerSecond,
                waiting + other.waiting,
                Math.max(fullness, other.fullness));
    }
}
