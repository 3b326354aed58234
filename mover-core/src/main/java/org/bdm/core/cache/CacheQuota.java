package org.bdm.core.cache;

/**
 * The part of the cache, or of a larger share, that one user may hold.
 *
 * @param name for people: an export, a job, a stream
 * @param blocksGuaranteed blocks nobody else can take away, from 0
 * @param blocksMax blocks that may be held at once, at least 1 and at least {@code blocksGuaranteed}
 */
public record CacheQuota(String name, int blocksGuaranteed, int blocksMax) {
    /** Refuses quotas that can never lend, or guarantee more than they allow. */
    public CacheQuota {
        if (blocksGuaranteed < 0) throw new IllegalArgumentException("guarantee of " + name + " is negative");
        if (blocksMax < 1 || blocksMax < blocksGuaranteed) {
            throw new IllegalArgumentException(
                    name + " may hold " + blocksMax + " blocks but is guaranteed " + blocksGuaranteed);
        }
    }

    /** The quota of one stream: one reserved block, so that a half-received block never waits for a block of another stream. */
    public static CacheQuota ofStream(String name, int blocksMax) {
        return new CacheQuota(name, 1, blocksMax);
    }
}
