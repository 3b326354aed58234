package org.bdm.server.metrics;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.discovery.event.EventCounts;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.upkeep.Backups;

/**
 * The parts of a server that are metered.
 *
 * @param identity of the process
 * @param catalog of the site
 * @param work of this process, now and since its start
 * @param data of the process with the role data; empty without it
 * @param upkeep what is done by time
 * @param attention the number of items that need a person, by code; may block. Empty without the role control, whose figures of the site are
 *     then not read either
 * @param environment time, and threads for what may block
 */
public record MeteredServer(
        Identity identity,
        Catalog catalog,
        Work work,
        Optional<Data> data,
        Upkeep upkeep,
        Optional<Supplier<Map<String, Integer>>> attention,
        Environment environment) {
    /** Names of the process; the node is numbered in the catalog. */
    public record Identity(String site, long node, String version, String roles) {}

    /** The work of the process, and its contacts. */
    public record Work(LiveJobs live, PeerContacts contacts, LocalExports exports) {}

    /** The parts that move bytes. */
    public record Data(
            BlockCache cache, List<CacheShare> shares, DataPortView port, Supplier<List<NodeView>> dataNodes) {}

    /** The parts that work by time. */
    public record Upkeep(Backups backups, EventCounts events) {}

    /**
     * Time and threads.
     *
     * @param threads each task may block for long; the meters shut it down
     * @param nanoTime monotonic clock, in nanoseconds
     */
    public record Environment(ExecutorService threads, InstantSource clock, LongSupplier nanoTime) {}
}
