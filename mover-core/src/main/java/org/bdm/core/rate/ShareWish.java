package org.bdm.core.rate;

/**
 * The claim of one user to a part of a capacity.
 *
 * @param weight of all its sessions together, at least 1
 * @param demand what it would take at most, all its sessions together; {@link Long#MAX_VALUE} if it takes what it gets
 */
public record ShareWish(int weight, long demand) {
    /** Refuses what is out of range. */
    public ShareWish {
        if (weight < 1 || demand < 0) throw new IllegalArgumentException("weight " + weight + ", demand " + demand);
    }
}
