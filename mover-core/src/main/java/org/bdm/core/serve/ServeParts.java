package org.bdm.core.serve;

import java.time.Clock;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.RefusalLog;

/** Parts shared by all sessions of a server. */
record ServeParts(
        ServeOptions options,
        CacheShare cache,
        ServeThreads threads,
        AccessCheck access,
        FileHasher hasher,
        Clock clock,
        OpenSessions sessions,
        FairTurns questionTurns,
        FairTurns digestTurns,
        RefusalLog refusals) {
    /** Blocks of one stream: those queued on it, and of each reader one for ranges and one for packs, each being filled or just handed over. */
    private int blocksOfAStream() {
        return DataStream.BLOCKS_LOW_WATER + 2 * threads.readersOfAStream();
    }

    /** A block for the stream, so that no stalled stream keeps it from working; TOO_MANY_CONNECTIONS when all are given away. */
    CacheShare reserveFor(DataStream stream) {
        return cache.share(CacheQuota.ofStream("sending on " + stream.id(), blocksOfAStream()));
    }
}
