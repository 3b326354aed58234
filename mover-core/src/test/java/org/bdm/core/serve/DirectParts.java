package org.bdm.core.serve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.stream.RefusalLog;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.jspecify.annotations.Nullable;

/** Parts of a server without threads: work runs at once on the thread of the test, or when the test lets it. */
final class DirectParts implements AutoCloseable {
    static final OfferedLimits LIMITS = new OfferedLimits(256 << 10, 4 << 20, 8, 16);
    static final NodeId PEER_NODE = new NodeId("c".repeat(64));

    final MemoryStore store = new MemoryStore();
    final BlockCache cache = new BlockCache(4, 256 << 10);
    final CacheShare share = cache.share(new CacheQuota("sending", 0, 4));
    final TurnedClock clock = new TurnedClock();
    final List<String> refusals = new ArrayList<>();
    final DirectHasher hasher = new DirectHasher();

    /** Tasks of the timer, which run when the test runs them. */
    final List<Runnable> timed = new ArrayList<>();

    final List<Long> timedNanos = new ArrayList<>();

    /** Tasks for the threads of listings, while they are held. */
    final List<Runnable> held = new ArrayList<>();

    boolean holdsListings;
    boolean refusesListings;

    /** By the first letter of a ticket: why it is refused, as a check or as a renewal. */
    final Map<Character, RuntimeException> refused = new HashMap<>();

    /** What a ticket that is not refused allows. */
    Access access = access(StorePath.ROOT);

    /** Runs while a ticket is checked. */
    Runnable onCheck = () -> {};

    @Nullable PeerIdentity checkedPeer;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            if (isShutdown()) throw new RejectedExecutionException("the timer has ended");
            timed.add(command);
            timedNanos.add(unit.toNanos(delay));
            return super.schedule(() -> {}, 1, TimeUnit.DAYS);
        }
    };

    final ServeParts parts = parts(share);

    ServeParts parts(CacheShare sending) {
        return new ServeParts(
                new ServeOptions(ServingSite.SITE, ServingSite.NODE, 1, LIMITS, List::of),
                sending,
                new ServeThreads(Runnable::run, 1, this::listings, 2, timer),
                new Tickets(),
                hasher,
                clock,
                new OpenSessions(2),
                new FairTurns(this::listings, 2, 2),
                new FairTurns(hasher::execute, 1, 1),
                new RefusalLog(timer, refusals::add));
    }

    private void listings(Runnable task) {
        if (refusesListings) throw new RejectedExecutionException("the threads have ended");
        if (holdsListings) held.add(task);
        else task.run();
    }

    /** What was held runs. */
    void letListings() {
        holdsListings = false;
        List<Runnable> tasks = List.copyOf(held);
        held.clear();
        tasks.forEach(Runnable::run);
    }

    /** The timer takes nothing any more. */
    void stopTimer() {
        timer.shutdownNow();
    }

    /** Reading below a prefix of the export {@code data}, with a ticket that is valid for ten minutes. */
    Access access(StorePath prefix) {
        return new Access(
                new SiteName("b"),
                Map.of("data", new Access.Readable(store, List.of(prefix))),
                new Access.Limits(64, Access.Limits.ANY_BYTES),
                clock.instant().plusSeconds(600));
    }

    static Frame.Hello hello(Frame.Purpose purpose, String session, long features, String ticket) {
        return new Frame.Hello(
                1,
                1,
                features,
                new SiteName("b"),
                PEER_NODE,
                3,
                purpose,
                session,
                new OfferedLimits(1 << 20, 2 << 20, 100, 100),
                Optional.of(ticket.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    static Frame.Hello asking() {
        return hello(Frame.Purpose.ASK, "session", 0, "*");
    }

    @Override
    public void close() {
        timer.shutdownNow();
        share.close();
        cache.close();
    }

    private final class Tickets implements AccessCheck {
        @Override
        public Access check(Frame.Hello hello, PeerIdentity peer) {
            checkedPeer = peer;
            return checked(hello.ticket().orElseThrow());
        }

        @Override
        public Access renew(Frame.Hello hello, byte[] ticket, PeerIdentity peer) {
            return checked(ticket);
        }

        private Access checked(byte[] ticket) {
            onCheck.run();
            RuntimeException why = refused.get((char) ticket[0]);
            if (why == null) return access;
            if (why instanceof MoverException known) throw new MoverException(known.code(), known.detail());
            throw why;
        }
    }
}
