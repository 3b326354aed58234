package org.bdm.core.serve;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;

/** A node that serves one store under the export name {@code data}; the ticket says which prefix may be read, until when. */
public final class ServingSite implements AutoCloseable {
    /** A ticket that allows everything. */
    public static final byte[] TICKET = "*".getBytes(StandardCharsets.UTF_8);

    public static final SiteName SITE = new SiteName("source");
    public static final NodeId NODE = new NodeId("a".repeat(64));
    public static final OfferedLimits LIMITS = new OfferedLimits(256 << 10, 64L << 20, 256, 4096);

    private final ExecutorService readers = Executors.newFixedThreadPool(2);
    private final ThreadPoolExecutor listings =
            new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final DirectHasher hasher = new DirectHasher();
    private final DataServer server;
    private volatile Instant expires = Instant.now().plusSeconds(600);
    private volatile Access.Limits limits = new Access.Limits(64, Access.Limits.ANY_BYTES);
    private volatile boolean isRevoked;
    private final AtomicInteger renewals = new AtomicInteger();

    public ServingSite(Store store, CacheShare cache, OfferedLimits limits, Clock clock) {
        this(store, cache, limits, clock, (stream, hello) -> {
            throw new AssertionError("nobody dials in");
        });
    }

    public ServingSite(Store store, CacheShare cache, OfferedLimits limits, Clock clock, DialledIn dialledIn) {
        server = new DataServer(
                new ServeOptions(SITE, NODE, 1, limits, List::of).answering(ServingSite::answer),
                cache,
                new ServeThreads(readers, 2, listings, 2, timer),
                new PrefixTickets(store),
                hasher,
                dialledIn,
                clock);
    }

    /** Says who asked for what. */
    private static byte[] answer(SiteName from, String name, byte[] body) {
        if (name.equals("refused")) throw new MoverException(ErrorCode.NOT_ALLOWED, "no grant");
        return (from + " " + name + " " + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    public DataServer server() {
        return server;
    }

    public StreamListener accept(DataStream stream) {
        return server.accept(stream);
    }

    /** Tickets shown from now on are valid until then. */
    public void expires(Instant instant) {
        expires = instant;
    }

    public int renewals() {
        return renewals.get();
    }

    /** Tasks that wait in front of the threads for listings. */
    public int tasksWaiting() {
        return listings.getQueue().size();
    }

    /** From now on nothing is hashed, until {@link #letHashes}. */
    void holdHashes() {
        hasher.hold();
    }

    void letHashes() {
        hasher.let();
    }

    /** Timers that are running. */
    public int timersWaiting() {
        return timer.getQueue().size();
    }

    @Override
    public void close() {
        server.close();
        readers.shutdown();
        listings.shutdown();
        timer.shutdownNow();
    }

    private static StorePath prefix(byte[] ticket) {
        return ticket[0] == '*' ? StorePath.ROOT : StorePath.of(ticket);
    }

    /** Tickets shown from now on have these limits. */
    public void limits(Access.Limits wanted) {
        limits = wanted;
    }

    /** Nothing is granted to anybody any more. */
    public void revoke() {
        isRevoked = true;
        server.reconsider();
    }

    private final class PrefixTickets implements AccessCheck {
        private final Store store;

        PrefixTickets(Store store) {
            this.store = store;
        }

        @Override
        public Access check(Frame.Hello hello, PeerIdentity peer) {
            byte[] ticket = hello.ticket().orElseThrow(() -> new MoverException(ErrorCode.TICKET_INVALID, "no ticket"));
            if (ticket[0] == '!') throw new MoverException(ErrorCode.TICKET_FOREIGN, "a foreign ticket");
            return access(hello, ticket);
        }

        private Access access(Frame.Hello hello, byte[] ticket) {
            Access.Readable readable = new Access.Readable(store, List.of(prefix(ticket)));
            return new Access(hello.site(), Map.of("data", readable), limits, expires);
        }

        @Override
        public Access renew(Frame.Hello hello, byte[] ticket, PeerIdentity peer) {
            renewals.incrementAndGet();
            if (isRevoked) throw new MoverException(ErrorCode.PEER_NOT_PINNED, "the site was removed");
            return access(hello, ticket);
        }
    }
}
