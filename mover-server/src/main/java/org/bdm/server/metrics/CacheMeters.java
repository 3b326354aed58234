package org.bdm.server.metrics;

import java.util.List;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheShare;

/** The block cache of this process. */
record CacheMeters(BlockCache cache, List<CacheShare> shares) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        samples.add(DeclaredMeter.CACHE_BYTES, bytes(cache.blocks()));
        samples.add(DeclaredMeter.CACHE_FREE_BYTES, bytes(cache.blocksFree()));
        for (CacheShare share : shares) {
            samples.add(
                    DeclaredMeter.CACHE_LENT_BYTES,
                    bytes(share.blocksLent()),
                    share.quota().name());
            samples.add(
                    DeclaredMeter.CACHE_LIMIT_BYTES,
                    bytes(share.quota().blocksMax()),
                    share.quota().name());
        }
    }

    private double bytes(int blocks) {
        return (double) blocks * cache.blockBytes();
    }
}
