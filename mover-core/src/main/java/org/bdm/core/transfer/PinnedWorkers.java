package org.bdm.core.transfer;

/**
 * Numbers of workers of each session that a person set; 0: the number is found while the files move.
 *
 * @param streams data streams
 * @param readers of each stream at the source, at most those that it offers
 * @param writers writers of blocks and packs at the destination, at most the threads of the node
 * @param hashers hash threads at the destination, likewise
 */
public record PinnedWorkers(int streams, int readers, int writers, int hashers) {
    /** All numbers are found. */
    public static final PinnedWorkers NONE = new PinnedWorkers(0, 0, 0, 0);

    /** Refuses what is not a number of workers. */
    public PinnedWorkers {
        if (streams < 0 || readers < 0 || writers < 0 || hashers < 0) {
            throw new IllegalArgumentException(
                    "negative: " + streams + ", " + readers + ", " + writers + ", " + hashers);
        }
    }
}
