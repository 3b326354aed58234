package org.bdm.core.source.bdm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.ServingSite;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.bdm.TicketSupplier.IssuedTicket;
import org.bdm.core.store.Store;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame.OfferedLimits;

/** A serving site and a source that asks it, in one process and with one cache, over streams in memory. */
final class PeerFixture implements AutoCloseable {
    static final OwnNode OWN = new OwnNode(new SiteName("destination"), new NodeId("b".repeat(64)), 2);

    final BlockCache cache;
    final CacheShare sending;
    final CacheShare receiving;
    final ServingSite site;
    final MemoryStreams streams;
    final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(2);
    PeerOptions options =
            new PeerOptions(2, 64L << 20, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
    /** Stands still, so that the patience of a source ends only in tests that are about it, however busy the machine is. */
    Clock clock = Clock.fixed(Instant.now(), ZoneOffset.UTC);

    byte[] ticket = ServingSite.TICKET;
    FlowMarker marker = FlowMarker.NONE;
    Duration ticketLife = Duration.ofMinutes(10);
    final AtomicInteger ticketsIssued = new AtomicInteger();
    long features = Features.NONE;
    private PeerSource source;

    PeerFixture(Store store) {
        this(store, ServingSite.LIMITS, 32, 1, 0);
    }

    PeerFixture(Store store, OfferedLimits limits, int blocks, long seed, int delayMillisMax) {
        cache = new BlockCache(blocks, limits.blockBytes());
        sending = cache.share(new CacheQuota("sending", blocks / 2, blocks));
        receiving = cache.share(new CacheQuota("receiving", blocks / 2, blocks));
        site = new ServingSite(store, sending, limits, Clock.systemUTC());
        streams = new MemoryStreams(site::accept, seed, delayMillisMax);
    }

    PeerSource source(SourceListener listener) {
        return source(listener, (session, stream) -> streams.connect(stream));
    }

    PeerSource source(SourceListener listener, StreamOpener opener) {
        source = unopened(opener);
        source.open(listener)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        return source;
    }

    PeerSource unopened(StreamOpener opener) {
        source = new PeerSource(
                new PeerSession(OWN, "session-1", "data", features),
                options,
                opener,
                () -> {
                    ticketsIssued.incrementAndGet();
                    return CompletableFuture.completedFuture(
                            new IssuedTicket(ticket, Instant.now().plus(ticketLife)));
                },
                receiving,
                new SourceRuntime(threads, clock, System::nanoTime, new Random(1), marker));
        return source;
    }

    @Override
    public void close() {
        if (source != null) source.close();
        site.close();
        streams.close();
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        threads.shutdown();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) throw new AssertionError("the loop does not end");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
