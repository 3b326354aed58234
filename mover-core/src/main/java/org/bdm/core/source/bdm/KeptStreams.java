package org.bdm.core.source.bdm;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Streams whose session is over, kept open for the next session with the same peer: that saves it the connection, TLS and the slow start.
 * Any thread.
 *
 * <pre>
 *   dialled --&gt; in a session --giveBack--&gt; kept --open--&gt; in a session
 *                                            |
 *                                            +-- idle too long, too many, trust changed, the peer closes --&gt; closed
 * </pre>
 */
public final class KeptStreams implements AutoCloseable {
    private static final int OF_ONE_PEER_MAX = 16;

    private final ScheduledExecutorService timer;
    private final Duration idleMax;
    private final Map<Way, Deque<Kept>> kept = new HashMap<>(); // the last given back first; guarded by this
    private boolean isClosed; // guarded by this

    /**
     * Properties that streams must share to replace each other.
     *
     * @param node whose key TLS proves
     * @param address a name that is looked up anew when a stream is dialled
     */
    public record Way(SiteName site, NodeId node, InetSocketAddress address, boolean isEncrypted) {}

    /**
     * Keeps none yet.
     *
     * @param timer its tasks do not block
     * @param idleMax how long a stream is kept; zero: not at all
     */
    public KeptStreams(ScheduledExecutorService timer, Duration idleMax) {
        this.timer = timer;
        this.idleMax = idleMax;
    }

    /** Opens streams of this way: a kept one, or one that {@code dial} opens. */
    public StreamOpener over(Way way, StreamOpener dial) {
        return new StreamOpener() {
            @Override
            public CompletionStage<DataStream> open(String session, StreamListener listener) {
                DataStream stream = take(way, listener);
                return stream == null ? dial.open(session, listener) : CompletableFuture.completedFuture(stream);
            }

            @Override
            public void giveBack(DataStream stream) {
                keep(way, stream);
            }
        };
    }

    /** Streams that are kept now. */
    public synchronized int size() {
        return kept.values().stream().mapToInt(Deque::size).sum();
    }

    /** Closes what is kept: call when pins were changed. */
    public void closeAll() {
        List<Kept> all = new ArrayList<>();
        synchronized (this) {
            kept.values().forEach(all::addAll);
            kept.clear();
        }
        all.forEach(one -> one.stream.close(goingAway("the trusted keys of this node changed")));
    }

    /** Closes what is kept, and keeps nothing from now on. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        closeAll();
    }

    private @Nullable DataStream take(Way way, StreamListener listener) {
        Kept taken;
        synchronized (this) {
            Deque<Kept> streams = kept.get(way);
            if (streams == null) return null;
            taken = streams.removeFirst();
            if (streams.isEmpty()) kept.remove(way);
        }
        ScheduledFuture<?> timeout = taken.timeout;
        if (timeout != null) timeout.cancel(false);
        taken.stream.listener(listener);
        taken.stream.greetAgain();
        return taken.stream;
    }

    private void keep(Way way, DataStream stream) {
        Kept one = new Kept(way, stream);
        stream.listener(one); // before anybody can take it; from here on it hears of the end
        if (add(one)) closeLater(one);
        else stream.close(goingAway("the source was closed"));
    }

    private synchronized boolean add(Kept one) {
        Deque<Kept> streams = kept.getOrDefault(one.way, new ArrayDeque<>());
        if (isClosed || one.hasEnded || idleMax.isZero() || streams.size() >= OF_ONE_PEER_MAX) return false;
        streams.addFirst(one);
        kept.put(one.way, streams);
        return true;
    }

    private void closeLater(Kept one) {
        try {
            one.timeout = timer.schedule(() -> closeIfKept(one), idleMax.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            closeIfKept(one); // this node is stopping
        }
    }

    private void closeIfKept(Kept one) {
        if (remove(one)) one.stream.close(goingAway("no request for " + idleMax.toSeconds() + " s"));
    }

    private synchronized void ended(Kept one) {
        one.hasEnded = true;
        remove(one);
    }

    /** True for the one who takes it out. */
    private synchronized boolean remove(Kept one) {
        Deque<Kept> streams = kept.get(one.way);
        if (streams == null || !streams.remove(one)) return false;
        if (streams.isEmpty()) kept.remove(one.way);
        return true;
    }

    private static MoverException goingAway(String why) {
        return new MoverException(ErrorCode.GOING_AWAY, why);
    }

    /** Listens to a stream that is kept, until the next session does. */
    private final class Kept implements StreamListener {
        private final Way way;
        private final DataStream stream;
        private volatile @Nullable ScheduledFuture<?> timeout;
        private boolean hasEnded; // guarded by the streams

        Kept(Way way, DataStream stream) {
            this.way = way;
            this.stream = stream;
        }

        @Override
        public void onFrame(Frame frame) {
            if (!BetweenSessions.isOfTheLast(frame)) stream.close(BetweenSessions.end(frame));
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
            onFrame(frame);
        }

        @Override
        public void onWritable() {
            // Nothing is queued here.
        }

        @Override
        public void onClosed(MoverException reason) {
            ended(this);
        }
    }
}
