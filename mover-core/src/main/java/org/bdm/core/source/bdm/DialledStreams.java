package org.bdm.core.source.bdm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;

/**
 * Matches sources that dial us with the sessions that want them: a site whose data port cannot be reached keeps a standby stream here, is
 * told to dial, and its new streams join the session that waits. Any thread.
 */
public final class DialledStreams {
    private static final int STANDBY_STREAMS_MAX = 16; // of one site: one for each of its nodes

    private final OwnNode own;
    private final OfferedLimits limits;
    private final DialledPeers peers;
    private final ScheduledExecutorService timer;
    private final Duration joinTimeout;
    private final Map<SiteName, Deque<Standby>> standby = new HashMap<>(); // guarded by this
    private final Map<String, Deque<Waiting>> waiting = new HashMap<>(); // by session; guarded by this

    /**
     * A meeting place with nobody there.
     *
     * @param limits told in our hello to standby streams
     * @param timer for the time-out; its tasks do not block
     * @param joinTimeout how long a site may take to dial
     */
    public DialledStreams(
            OwnNode own,
            OfferedLimits limits,
            DialledPeers peers,
            ScheduledExecutorService timer,
            Duration joinTimeout) {
        this.own = own;
        this.limits = limits;
        this.peers = peers;
        this.timer = timer;
        this.joinTimeout = joinTimeout;
    }

    /** Takes over a stream whose first frame was {@code hello}, with purpose STANDBY or JOIN. Fits {@code serve.DialledIn}. */
    public void accept(DataStream stream, Frame.Hello hello) {
        try {
            peers.check(hello, stream.peer());
            switch (hello.purpose()) {
                case STANDBY -> standBy(stream, hello);
                case JOIN -> join(stream, hello);
                case ASK, PAIR ->
                    throw new MoverException(
                            ErrorCode.PROTOCOL_VIOLATION, "a stream to " + hello.purpose() + " is not accepted here");
            }
        } catch (MoverException e) {
            stream.close(e);
        }
    }

    /** Call when pins were changed: streams that wait here and would be refused now are closed. */
    public void reconsider() {
        List<Standby> all;
        synchronized (this) {
            all = standby.values().stream().flatMap(Deque::stream).toList();
        }
        for (Standby one : all) {
            try {
                peers.check(one.hello(), one.stream().peer());
            } catch (MoverException e) {
                one.stream().close(e);
            }
        }
    }

    /** A stream of a site that waits to be told to dial. */
    private record Standby(DataStream stream, Frame.Hello hello) {}

    /** True when this site keeps a standby stream here now. */
    public synchronized boolean isWaiting(SiteName site) {
        return standby.containsKey(site);
    }

    /** Opens streams by telling the site to dial; fails with PEER_UNREACHABLE while it has no standby stream, or does not dial in time. */
    public StreamOpener opener(SiteName site) {
        return (session, listener) -> dialled(site, session, listener);
    }

    private CompletionStage<DataStream> dialled(SiteName site, String session, StreamListener listener) {
        Waiting joining = new Waiting(site, session, listener);
        DataStream caller;
        synchronized (this) {
            Deque<Standby> streams = standby.get(site);
            if (streams == null) {
                return CompletableFuture.failedFuture(unreachable(site + " has no standby stream here"));
            }
            Standby next = streams.removeFirst(); // in turn: a site may have several nodes
            streams.addLast(next);
            caller = next.stream();
            waiting.computeIfAbsent(session, name -> new ArrayDeque<>()).add(joining);
        }
        ScheduledFuture<?> timeout =
                timer.schedule(() -> giveUp(joining), joinTimeout.toMillis(), TimeUnit.MILLISECONDS);
        caller.send(new Frame.Dial(session, 1));
        return joining.joined.whenComplete((stream, failure) -> timeout.cancel(false));
    }

    private void standBy(DataStream stream, Frame.Hello hello) {
        synchronized (this) {
            Deque<Standby> streams = standby.computeIfAbsent(hello.site(), site -> new ArrayDeque<>());
            if (streams.size() >= STANDBY_STREAMS_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_MANY_CONNECTIONS, hello.site() + " has " + streams.size() + " standby streams");
            }
            streams.addFirst(new Standby(stream, hello));
        }
        stream.listener(new StandbyListener(stream, hello.site()));
        stream.authenticated();
        stream.send(new Frame.Hello(
                hello.versionMin(),
                hello.versionMin(),
                0,
                own.site(),
                own.node(),
                own.processInstance(),
                Frame.Purpose.STANDBY,
                "",
                limits,
                Optional.empty()));
    }

    private void join(DataStream stream, Frame.Hello hello) {
        Waiting joining = null;
        synchronized (this) {
            Deque<Waiting> sessions = waiting.getOrDefault(hello.session(), new ArrayDeque<>());
            for (Iterator<Waiting> i = sessions.iterator(); i.hasNext() && joining == null; ) {
                Waiting next = i.next();
                if (next.site.equals(hello.site())) joining = next;
            }
            if (joining != null) remove(joining);
        }
        if (joining == null) {
            throw new MoverException(ErrorCode.NOT_ALLOWED, "no session waits for a stream from " + hello.site());
        }
        stream.listener(joining.listener);
        joining.joined.complete(stream);
    }

    private void giveUp(Waiting joining) {
        synchronized (this) {
            remove(joining);
        }
        joining.joined.completeExceptionally(unreachable(
                joining.site + " was asked to open a stream and did not within " + joinTimeout.toSeconds() + " s"));
    }

    /** Lock held. */
    private void remove(Waiting joining) {
        Deque<Waiting> sessions = waiting.get(joining.session);
        if (sessions == null) return;
        sessions.remove(joining);
        if (sessions.isEmpty()) waiting.remove(joining.session);
    }

    private synchronized void ended(DataStream stream, SiteName site) {
        Deque<Standby> streams = standby.get(site);
        if (streams == null) return;
        streams.removeIf(one -> one.stream() == stream);
        if (streams.isEmpty()) standby.remove(site);
    }

    private static MoverException unreachable(String detail) {
        return new MoverException(ErrorCode.PEER_UNREACHABLE, detail);
    }

    private static final class Waiting {
        private final SiteName site;
        private final String session;
        private final StreamListener listener;
        private final CompletableFuture<DataStream> joined = new CompletableFuture<>();

        Waiting(SiteName site, String session, StreamListener listener) {
            this.site = site;
            this.session = session;
            this.listener = listener;
        }
    }

    private final class StandbyListener implements StreamListener {
        private final DataStream stream;
        private final SiteName site;

        StandbyListener(DataStream stream, SiteName site) {
            this.stream = stream;
            this.site = site;
        }

        @Override
        public void onFrame(Frame frame) {
            boolean isGoodbye = frame instanceof Frame.Goodbye;
            stream.close(new MoverException(
                    isGoodbye ? ErrorCode.GOING_AWAY : ErrorCode.PROTOCOL_VIOLATION,
                    frame.getClass().getSimpleName() + " on a standby stream"));
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
        }

        @Override
        public void onWritable() {
            // Nothing is queued here.
        }

        @Override
        public void onClosed(MoverException reason) {
            ended(stream, site);
        }
    }
}
