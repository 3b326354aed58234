package org.bdm.core.serve;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a site that cannot reach this node: keeps a standby stream to its data port, and when told so dials more streams, on which that site
 * asks. A lost standby stream is dialled again, after 1 s at first, up to 30 s. The site says how many streams it wants; at most
 * {@value #JOINING_MAX} are dialled and greeted at a time, and those that are served are bounded as all others. Any thread.
 */
public final class DialOut implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DialOut.class);
    private static final long DELAY_MILLIS_MIN = 1000;
    private static final long DELAY_MILLIS_MAX = 30_000;

    /** Far more than a site needs at once, and few enough to do no harm to this node. */
    static final int JOINING_MAX = 256;

    private final DataServer server;
    private final SiteName site;
    private final StreamDialler dialler;
    private final ScheduledExecutorService timer;
    private final RandomGenerator random;
    private final AtomicInteger joining = new AtomicInteger();
    private @Nullable DataStream standby; // guarded by this, as all below
    private @Nullable ScheduledFuture<?> nextDial;
    private int failures;
    private boolean closed;

    /** Nothing is dialled yet. */
    public DialOut(
            DataServer server,
            SiteName site,
            StreamDialler dialler,
            ScheduledExecutorService timer,
            RandomGenerator random) {
        this.server = server;
        this.site = site;
        this.dialler = dialler;
        this.timer = timer;
        this.random = random;
    }

    /** Dials; from now on the site can ask this node. */
    public void start() {
        synchronized (this) {
            if (closed) return;
        }
        dialler.dial(new Standby()).whenComplete((stream, failure) -> {
            if (stream == null) onLost(failure == null ? "no stream" : String.valueOf(failure.getMessage()));
            else onDialled(stream);
        });
    }

    /** True when the standby stream is open and was greeted. */
    public synchronized boolean isStanding() {
        return standby != null && failures == 0;
    }

    @Override
    public void close() {
        DataStream open;
        synchronized (this) {
            closed = true;
            if (nextDial != null) nextDial.cancel(false);
            open = standby;
            standby = null;
        }
        if (open != null) open.close(new MoverException(ErrorCode.GOING_AWAY, "the node is stopping"));
    }

    private void onDialled(DataStream stream) {
        boolean late;
        synchronized (this) {
            late = closed;
            if (!late) standby = stream;
            failures = Math.max(failures, 1); // until it is greeted
        }
        if (late) stream.close(new MoverException(ErrorCode.GOING_AWAY, "the node is stopping"));
        else stream.send(Greeting.hello(server.options(), Frame.Purpose.STANDBY, ""));
    }

    private void onLost(String reason) {
        long delay;
        synchronized (this) {
            standby = null;
            if (closed) return;
            long doubled = DELAY_MILLIS_MIN << Math.min(failures, 5);
            failures++;
            delay = (long) (Math.min(doubled, DELAY_MILLIS_MAX) * (0.5 + random.nextDouble() / 2));
        }
        LOG.info("no standby stream to {}: {}; trying again in {} ms", site, reason, delay);
        ScheduledFuture<?> next = timer.schedule(this::start, delay, TimeUnit.MILLISECONDS);
        synchronized (this) {
            nextDial = next;
            if (closed) next.cancel(false);
        }
    }

    private synchronized void greeted() {
        failures = 0;
    }

    private synchronized @Nullable DataStream standby() {
        return standby;
    }

    private final class Standby implements StreamListener {
        @Override
        public void onFrame(Frame frame) {
            if (frame instanceof Frame.Hello hello) {
                onHello(hello);
            } else if (frame instanceof Frame.Dial dial && dial.streams() <= WireLimits.DIAL_STREAMS_MAX) {
                join(dial);
            } else {
                end(ErrorCode.PROTOCOL_VIOLATION, "unexpected " + ServeSession.nameOf(frame) + " on a standby stream");
            }
        }

        private void join(Frame.Dial dial) {
            if (joining.addAndGet(dial.streams()) > JOINING_MAX) {
                joining.addAndGet(-dial.streams());
                end(ErrorCode.TOO_MANY_CONNECTIONS, "more than " + JOINING_MAX + " streams were requested at once");
                return;
            }
            for (int i = 0; i < dial.streams(); i++) {
                AtomicBoolean isJoining = new AtomicBoolean(true);
                server.join(dialler, dial.session(), () -> {
                    if (isJoining.getAndSet(false)) joining.decrementAndGet();
                });
            }
        }

        private void end(ErrorCode code, String detail) {
            DataStream stream = standby();
            if (stream != null) stream.close(new MoverException(code, detail));
        }

        private void onHello(Frame.Hello hello) {
            DataStream stream = standby();
            if (stream == null) return;
            try {
                HelloIdentity.check(hello, stream.peer());
                if (!hello.site().equals(site)) {
                    throw new MoverException(
                            ErrorCode.PEER_NOT_PINNED, "the site dialled as " + site + " has the name " + hello.site());
                }
            } catch (MoverException e) {
                stream.close(e);
                return;
            }
            greeted();
            stream.authenticated();
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
        }

        @Override
        public void onWritable() {
            // Nothing but small frames is sent here.
        }

        @Override
        public void onClosed(MoverException reason) {
            onLost(reason.detail());
        }
    }
}
