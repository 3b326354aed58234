package org.bdm.core.stream;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.StreamId;

/**
 * Connections without a network: each stream delivers in order and at its own pace, so that streams overtake each other. They can be cut,
 * stalled and damaged. One event loop for all.
 */
public final class MemoryStreams implements AutoCloseable {
    final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
    private final Function<DataStream, StreamListener> acceptor;
    private final Random random;
    private final int delayMillisMax;
    private final AtomicLong ids = new AtomicLong();
    private final List<MemoryStream> dialled = new CopyOnWriteArrayList<>();
    private volatile boolean reachable = true;
    private volatile Optional<NodeId> dialler = Optional.empty();
    private volatile Optional<NodeId> answering = Optional.empty();

    /** @param delayMillisMax every delivery takes up to so long, by chance; 0 is at once */
    public MemoryStreams(Function<DataStream, StreamListener> acceptor, long seed, int delayMillisMax) {
        this.acceptor = acceptor;
        this.random = new Random(seed);
        this.delayMillisMax = delayMillisMax;
    }

    /** A new connection to the acceptor. */
    public CompletionStage<DataStream> connect(StreamListener listener) {
        CompletableFuture<DataStream> connected = new CompletableFuture<>();
        loop.execute(() -> {
            if (!reachable) {
                connected.completeExceptionally(new MoverException(ErrorCode.PEER_UNREACHABLE, "no way in this test"));
                return;
            }
            MemoryStream near = new MemoryStream(this, new StreamId(ids.incrementAndGet()));
            MemoryStream far = new MemoryStream(this, new StreamId(ids.incrementAndGet()));
            near.connect(far, listener, peer(answering));
            far.connect(near, null, peer(dialler));
            far.listener(acceptor.apply(far));
            dialled.add(near);
            connected.complete(near);
        });
        return connected;
    }

    /** Streams that were dialled and are open, as the dialling side sees them. */
    public List<MemoryStream> open() {
        return dialled.stream().filter(MemoryStream::isOpen).toList();
    }

    /** How many streams were dialled, open or not. */
    public int dialled() {
        return dialled.size();
    }

    /** Whether new connections succeed. */
    public void reachable(boolean isReachable) {
        reachable = isReachable;
    }

    /** What will be delivered later, in milliseconds. */
    int delayMillis() {
        synchronized (random) {
            return delayMillisMax == 0 ? 0 : random.nextInt(delayMillisMax + 1);
        }
    }

    void later(Runnable task, int millis) {
        ScheduledFuture<?> unused = loop.schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    /** New connections are as those with TLS that prove these keys: of who dials, and of who answers. */
    public void prove(NodeId ofDialler, NodeId ofAnswering) {
        dialler = Optional.of(ofDialler);
        answering = Optional.of(ofAnswering);
    }

    private static PeerIdentity peer(Optional<NodeId> proven) {
        return new PeerIdentity(
                proven, new InetSocketAddress(InetAddress.getLoopbackAddress(), 8471), proven.isPresent());
    }

    @Override
    public void close() {
        loop.execute(() -> dialled.forEach(MemoryStream::cut));
        loop.shutdown();
        try {
            if (!loop.awaitTermination(10, TimeUnit.SECONDS)) throw new AssertionError("a stream does not end");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
