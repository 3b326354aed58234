package org.bdm.server.site.access;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * Lets the parts of one job share the streams to one export: what the listing has opened is warm when the moving begins, so that a long
 * round trip is not paid for two sets of handshakes and two slow starts. Any thread.
 *
 * <p>A source is lent to any number who ask questions and to one who wants bytes; whoever comes after that one gets a source of its own.
 */
public final class SharedSources implements SourceConnections {
    private static final int IDLE_MAX = 8; // each keeps streams at both ends, and a block for each stream

    private final SourceConnections connections;
    private final ScheduledExecutorService timer;
    private final Semaphore idle = new Semaphore(IDLE_MAX);
    private final Map<Key, SharedSource> shared = new HashMap<>(); // guarded by this

    private record Key(JobId job, SiteName site, ExportName export, LinkReading links) {}

    /**
     * Nothing is open yet.
     *
     * @param timer its tasks do not block
     */
    public SharedSources(SourceConnections connections, ScheduledExecutorService timer) {
        this.connections = connections;
        this.timer = timer;
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        if (job == null || !prefixes.equals(List.of(StorePath.ROOT))) {
            return connections.connect(site, export, job, prefixes, links);
        }
        Key key = new Key(job, site, export, links);
        synchronized (this) {
            SharedSource known = shared.get(key);
            BlockSource lent = known == null ? null : known.lend();
            if (lent != null) return lent;
        }
        BlockSource real = connections.connect(site, export, job, prefixes, links);
        SharedSource made = new SharedSource(real, timer, idle, useless -> forget(key, useless));
        BlockSource first = made.lend();
        if (first == null) throw new IllegalStateException("a new source is of no use");
        synchronized (this) {
            shared.put(key, made);
        }
        return first;
    }

    @Override
    public BlockSource bench(SiteName site, long bytesMax) {
        return connections.bench(site, bytesMax);
    }

    private synchronized void forget(Key key, SharedSource useless) {
        shared.remove(key, useless);
    }
}
