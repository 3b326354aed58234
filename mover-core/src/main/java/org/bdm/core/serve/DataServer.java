package org.bdm.core.serve;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.id.SiteName;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.RefusalLog;
import org.bdm.core.stream.StreamListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The serving side of a node: answers every stream it is given. Any thread. */
public final class DataServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataServer.class);
    private static final long EXPIRY_CHECK_MILLIS = 2000;
    private static final long LOAD_TELLING_MILLIS = 1000;
    private static final long DIVISION_MILLIS = 500;

    private final ServeParts parts;
    private final DialledIn dialledIn;
    private final ScheduledFuture<?> expiryCheck;
    private final ScheduledFuture<?> loadTelling;
    private final ScheduledFuture<?> division;
    private volatile boolean stopping;

    /**
     * A server without streams.
     *
     * @param cache share of the sending side; every stream reserves one block of it
     * @param dialledIn takes streams of sources that dialled this node
     */
    public DataServer(
            ServeOptions options,
            CacheShare cache,
            ServeThreads threads,
            AccessCheck access,
            FileHasher hasher,
            DialledIn dialledIn,
            Clock clock) {
        if (options.limits().blockBytes() > cache.blockBytes()) {
            throw new IllegalArgumentException("blocks of the cache are smaller than the blocks offered");
        }
        // Of one site three quarters at most: whoever else comes finds a thread and a block, however slow the disk is.
        int ofOneSite = threeQuarters(cache.quota().blocksMax());
        this.parts = new ServeParts(
                options,
                cache,
                threads,
                access,
                hasher,
                clock,
                new OpenSessions(ofOneSite),
                new FairTurns(threads.listings(), threads.listingsAtOnce(), threeQuarters(threads.listingsAtOnce())),
                new FairTurns(hasher::execute, hasher.threads(), hasher.threads()),
                new RefusalLog(threads.timer(), LOG::info));
        this.dialledIn = dialledIn;
        this.expiryCheck = threads.timer()
                .scheduleWithFixedDelay(
                        () -> parts.sessions().checkExpiry(clock.instant()),
                        EXPIRY_CHECK_MILLIS,
                        EXPIRY_CHECK_MILLIS,
                        TimeUnit.MILLISECONDS);
        this.loadTelling = threads.timer()
                .scheduleWithFixedDelay(
                        parts.sessions()::tellLoads, LOAD_TELLING_MILLIS, LOAD_TELLING_MILLIS, TimeUnit.MILLISECONDS);
        this.division = threads.timer()
                .scheduleWithFixedDelay(
                        parts.sessions()::divide, DIVISION_MILLIS, DIVISION_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static int threeQuarters(int of) {
        return Math.max(1, of * 3 / 4);
    }

    /** Takes over a stream somebody dialled, before its first frame: the hello decides what it is for. Fits {@code AcceptListener}. */
    public StreamListener accept(DataStream stream) {
        Greeting greeting = new Greeting(parts, dialledIn, null, () -> {});
        greeting.attach(stream);
        if (stopping) stream.close(goingAway());
        return greeting;
    }

    /** Streams that are served now. */
    public int sessions() {
        return parts.sessions().all().size();
    }

    /** Returns what is served to each site that has asked since the start. */
    public Map<SiteName, ServedSite> servedSites() {
        return parts.sessions().bySite();
    }

    /** Limits what is sent, within a second, also on streams that are open. */
    public void limit(SendLimits limits) {
        parts.sessions().limit(limits);
    }

    /** Returns what is sent to each site now, in bytes/s over the last seconds; nothing while there is no limit. */
    public Map<SiteName, Long> rates() {
        return parts.sessions().rates();
    }

    /** Returns how many greetings were refused since the start, by error code. */
    public Map<ErrorCode, Long> refusals() {
        return parts.refusals().refusals();
    }

    /** Call when pins or grants were changed: a stream that would be refused now is closed, others have the new rights. Does not wait. */
    public void reconsider() {
        parts.sessions().reconsider();
    }

    /** Ends all streams with GOING_AWAY: what was not sent is asked for again, here later or elsewhere. Does not wait. */
    @Override
    public void close() {
        stopping = true;
        expiryCheck.cancel(false);
        loadTelling.cancel(false);
        division.cancel(false);
        parts.sessions().all().forEach(ServeSession::stop);
    }

    ServeOptions options() {
        return parts.options();
    }

    /**
     * Dials one more stream for a session that waits for it.
     *
     * @param joined runs when it has joined or will not, also more than once
     */
    void join(StreamDialler dialler, String session, Runnable joined) {
        Greeting greeting = new Greeting(parts, dialledIn, session, joined);
        dialler.dial(greeting).whenComplete((stream, failure) -> {
            if (stream == null) {
                joined.run();
                return; // the session that waits gives up in time and tells why
            }
            greeting.attach(stream);
            if (stopping) stream.close(goingAway());
        });
    }

    private static MoverException goingAway() {
        return new MoverException(ErrorCode.GOING_AWAY, "the node is stopping");
    }
}
