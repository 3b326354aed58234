package org.bdm.core.stream;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.StreamId;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/** One end of a connection of {@link MemoryStreams}. Fields belong to the loop, unless they are volatile or atomic. */
public final class MemoryStream implements DataStream {
    private final MemoryStreams streams;
    private final StreamId id;
    private final Deque<Message> arriving = new ArrayDeque<>(); // for us, not delivered yet
    private final AtomicInteger blocksQueued = new AtomicInteger();
    private volatile @Nullable MemoryStream far;
    private volatile @Nullable PeerIdentity peer;
    private @Nullable StreamListener listener;
    private @Nullable BlockLender lender;
    private boolean delivering;
    private boolean paused;
    private @Nullable MoverException closed;
    private volatile boolean stalled;
    private volatile boolean open = true;
    private volatile Predicate<Frame> damaged = frame -> false;
    private volatile boolean authenticated;
    private volatile Dscp dscp = Dscp.DEFAULT;
    private volatile Consumer<Frame> onSend = frame -> {};

    private record Message(Frame frame, byte @Nullable [] payload) {}

    MemoryStream(MemoryStreams streams, StreamId id) {
        this.streams = streams;
        this.id = id;
    }

    void connect(MemoryStream other, @Nullable StreamListener first, PeerIdentity identity) {
        far = other;
        peer = identity;
        listener = first;
    }

    /** The connection breaks, both ends hear of it; what was under way is gone. */
    public void cut() {
        post(() -> {
            MoverException lost = new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test");
            end(lost);
            if (far != null) far.end(lost);
        });
    }

    /** Nothing is delivered to this end until it is ended again. */
    public void stall(boolean isStalled) {
        stalled = isStalled;
        post(this::deliver);
    }

    /** The first payload byte of blocks that fulfil this is flipped on the way to this end. */
    public void damage(Predicate<Frame> which) {
        damaged = which;
    }

    /** Hears of every frame without payload that this end sends, before it is sent. */
    public void onSend(Consumer<Frame> task) {
        onSend = task;
    }

    /** The other end. */
    public MemoryStream far() {
        return Objects.requireNonNull(far);
    }

    /** Whether it has not ended. */
    public boolean isOpen() {
        return open;
    }

    /** Whether {@link #authenticated} was called. */
    public boolean isAuthenticated() {
        return authenticated;
    }

    @Override
    public StreamId id() {
        return id;
    }

    @Override
    public PeerIdentity peer() {
        return Objects.requireNonNull(peer);
    }

    @Override
    public void send(Frame frame) {
        onSend.accept(frame);
        post(() -> toFar(new Message(frame, null)));
    }

    @Override
    public void send(Frame frame, Loan payload, int payloadLength) {
        blocksQueued.incrementAndGet();
        byte[] bytes = new byte[payloadLength];
        payload.payload(0, payloadLength).get(bytes);
        payload.release();
        if (!post(() -> toFar(new Message(frame, bytes)))) blocksQueued.decrementAndGet();
    }

    @Override
    public int blocksQueued() {
        return blocksQueued.get();
    }

    @Override
    public int framesQueued() {
        return 0;
    }

    @Override
    public long readableNanos() {
        return System.nanoTime();
    }

    @Override
    public long silentNanos() {
        return 0;
    }

    @Override
    public void limitReceiveRate(long bytesPerSecondMax) {
        // Takes no time at all here.
    }

    @Override
    public void authenticated() {
        authenticated = true;
    }

    @Override
    public void receiveInto(BlockLender newLender) {
        post(() -> {
            lender = newLender;
            deliver();
        });
    }

    @Override
    public void receiveNothing() {
        post(() -> lender = null);
        useDscp(Dscp.DEFAULT);
    }

    @Override
    public void useDscp(Dscp next) {
        dscp = next;
    }

    @Override
    public Optional<StreamEnds> ends() {
        InetSocketAddress here = InetSocketAddress.createUnresolved("here", 1);
        return Optional.of(new StreamEnds(here, peer().address()));
    }

    /** The class of the packets that this end would send. */
    public Dscp dscp() {
        return dscp;
    }

    /** The class of the packets that the other end would send. */
    public Dscp dscpOfFar() {
        return Objects.requireNonNull(far).dscp;
    }

    @Override
    public void greetAgain() {
        authenticated = false;
        useDscp(Dscp.DEFAULT);
    }

    @Override
    public void listener(StreamListener next) {
        post(() -> {
            if (closed != null) {
                next.onClosed(closed);
                return;
            }
            listener = next;
            deliver();
        });
    }

    @Override
    public void pauseReading() {
        post(() -> paused = true);
    }

    @Override
    public void resumeReading() {
        post(() -> {
            paused = false;
            deliver();
        });
    }

    @Override
    public void close(MoverException reason) {
        post(() -> {
            if (!open) return;
            MemoryStream other = far;
            end(reason);
            if (other == null) return;
            if (reason.code() == ErrorCode.GOING_AWAY)
                other.arrives(new Message(new Frame.Goodbye(false, "away"), null));
            other.later(() -> other.end(reason));
        });
    }

    private void toFar(Message message) {
        MemoryStream other = far;
        if (!open || other == null) {
            if (message.payload() != null) blocksQueued.decrementAndGet();
            return;
        }
        other.arrives(message);
    }

    private void arrives(Message message) {
        arriving.add(message);
        deliver();
    }

    private void deliver() {
        if (delivering || arriving.isEmpty() || !open) return;
        delivering = true;
        later(() -> {
            delivering = false;
            if (open && !stalled && !paused && listener != null && deliverOne(listener)) deliver();
        });
    }

    /** False if it has to wait for a block. */
    private boolean deliverOne(StreamListener to) {
        Message message = arriving.peek();
        if (message == null) return false;
        byte[] payload = message.payload();
        if (payload == null) {
            arriving.remove();
            guarded(() -> to.onFrame(message.frame()));
            return true;
        }
        BlockLender from = lender;
        if (from == null) throw new AssertionError("a block before receiveInto: " + message.frame());
        Loan loan = from.tryLend();
        if (loan == null) {
            from.whenFree(() -> post(this::deliver));
            return false;
        }
        arriving.remove();
        loan.payload(0, payload.length).put(payload);
        if (damaged.test(message.frame())) loan.payload(0, 1).put(0, (byte) (payload[0] ^ 1));
        guarded(() -> to.onPayload(message.frame(), loan, payload.length));
        MemoryStream sender = far;
        if (sender != null) sender.sent();
        return true;
    }

    /** As a stream over a socket: what its listener throws ends it. */
    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (MoverException e) {
            close(e);
        } catch (Throwable e) {
            close(new MoverException(ErrorCode.INTERNAL, id + " failed in this program: " + e, e));
        }
    }

    private void sent() {
        if (blocksQueued.decrementAndGet() < BLOCKS_LOW_WATER && open && listener != null) listener.onWritable();
    }

    private void end(MoverException reason) {
        if (!open) return;
        open = false;
        closed = reason;
        MemoryStream sender = far;
        for (Message message : arriving) {
            if (message.payload() != null && sender != null) sender.blocksQueued.decrementAndGet();
        }
        arriving.clear();
        if (listener != null) listener.onClosed(reason);
    }

    private void later(Runnable task) {
        int delay = streams.delayMillis();
        try {
            if (delay == 0) streams.loop.execute(task);
            else streams.later(task, delay);
        } catch (RejectedExecutionException e) {
            open = false; // the test is over
        }
    }

    private boolean post(Runnable task) {
        try {
            streams.loop.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false; // the test is over
        }
    }
}
