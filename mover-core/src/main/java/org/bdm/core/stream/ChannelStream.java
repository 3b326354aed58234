package org.bdm.core.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.StreamId;
import org.bdm.core.rate.ReceiveRate;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.FrameWriter;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A stream over one Netty channel; the last handler of its pipeline. All fields belong to the event loop unless said otherwise. */
@SuppressWarnings(
        "FutureReturnValueIgnored") // timed tasks guard themselves; the end of the channel is what is listened to
final class ChannelStream extends ChannelInboundHandlerAdapter
        implements DataStream, FrameAssembler.Receiver, SendQueue.Events, StreamReceiveAllocator.Windows {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelStream.class);

    private final StreamId id;
    private final PeerIdentity peer;
    private final Channel channel;
    private final EventLoop loop;
    private final StreamTiming timing;
    private final KeepAlive keepAlive;
    private final ReadGate gate;
    private final ReceiveRate rate = new ReceiveRate();
    private final SendQueue sendQueue; // safe to count on any thread
    private final FrameAssembler assembler;
    private final BlockSupply blocks;
    private final GreetingLimit greeting;
    /** Received where no window was: behind TLS, or by a read that was under way when reading stopped. */
    private final Deque<ByteBuf> unconsumed = new ArrayDeque<>();

    private @Nullable StreamListener listener;
    private @Nullable Future<?> keepAliveTimer;
    private @Nullable MoverException closeReason;
    private boolean consuming;
    private boolean pingWaits;
    private boolean peerSaidGoodbye;
    private boolean ended;

    /** @param onAuthenticated runs once, when the greeting has ended well */
    ChannelStream(StreamId id, PeerIdentity peer, Channel channel, StreamTiming timing, Runnable onAuthenticated) {
        this.id = id;
        this.peer = peer;
        this.channel = channel;
        this.loop = channel.eventLoop();
        this.timing = timing;
        keepAlive =
                new KeepAlive(timing.pingAfter().toNanos(), timing.deadAfter().toNanos(), System.nanoTime());
        greeting = new GreetingLimit(loop, peer, onAuthenticated, reason -> end(reason, true));
        gate = new ReadGate(channel, keepAlive, this::consume);
        sendQueue = new SendQueue(channel, this);
        assembler = new FrameAssembler(channel.alloc(), this);
        blocks = new BlockSupply(task -> loop.execute(() -> guarded(task)), gate, assembler::loanArrived);
    }

    /** Starts the timers; on the event loop, once, when the listener is known and before the first byte. */
    void start(StreamListener first, long greetingNanos) {
        listener = first;
        greeting.begin(greetingNanos);
        long tick = keepAlive.tickNanos();
        keepAliveTimer = loop.scheduleAtFixedRate(this::keepAliveTick, tick, tick, TimeUnit.NANOSECONDS);
    }

    @Override
    public StreamId id() {
        return id;
    }

    @Override
    public PeerIdentity peer() {
        return peer;
    }

    @Override
    public void send(Frame frame) {
        boolean fits = sendQueue.announceFrame();
        onLoop(() -> {
            sendQueue.send(frame);
            if (!fits) onOverflow("over " + StreamListener.CONTROL_FRAMES_MAX + " control frames wait");
        });
    }

    @Override
    public void send(Frame frame, Loan payload, int payloadLength) {
        sendQueue.announceBlock();
        if (!onLoop(() -> sendQueue.send(frame, payload, payloadLength))) payload.release();
    }

    @Override
    public int blocksQueued() {
        return sendQueue.blocksWaiting();
    }

    @Override
    public int framesQueued() {
        return sendQueue.framesWaiting();
    }

    @Override
    public long readableNanos() {
        return keepAlive.readableNanos();
    }

    @Override
    public long silentNanos() {
        return keepAlive.silentNanos();
    }

    @Override
    public int bytesArriving() {
        return assembler.bulkArriving();
    }

    @Override
    public PathState path() {
        return PathState.of(channel);
    }

    @Override
    public void limitReceiveRate(long bytesPerSecondMax) {
        if (bytesPerSecondMax < 0) throw new IllegalArgumentException("a rate is negative: " + bytesPerSecondMax);
        onLoop(() -> {
            rate.limit(bytesPerSecondMax, System.nanoTime());
            if (bytesPerSecondMax == 0) gate.open(ReadGate.Reason.RATE);
        });
    }

    @Override
    public void authenticated() {
        onLoop(() -> {
            if (closeReason == null) greeting.end();
        });
    }

    @Override
    public void greetAgain() {
        onLoop(() -> {
            if (closeReason == null) greeting.begin(timing.greeting().toNanos());
        });
        useDscp(Dscp.DEFAULT);
    }

    @Override
    public void receiveInto(BlockLender lender) {
        onLoop(() -> blocks.takeFrom(lender));
    }

    @Override
    public void receiveNothing() {
        onLoop(() -> blocks.takeFrom(null));
        limitReceiveRate(0);
        useDscp(Dscp.DEFAULT);
    }

    @Override
    public Optional<StreamEnds> ends() {
        return StreamEnds.of(channel);
    }

    @Override
    public void useDscp(Dscp dscp) {
        onLoop(() -> SocketOptions.useDscp(channel, dscp));
    }

    @Override
    public void listener(StreamListener next) {
        onLoop(() -> {
            MoverException reason = closeReason;
            if (ended && reason != null) next.onClosed(reason);
            else listener = next;
        });
    }

    @Override
    public void pauseReading() {
        onLoop(() -> gate.close(ReadGate.Reason.LISTENER));
    }

    @Override
    public void resumeReading() {
        onLoop(() -> gate.open(ReadGate.Reason.LISTENER));
    }

    @Override
    public void close(MoverException reason) {
        onLoop(() -> end(reason, true));
    }

    /** At once on the event loop, so that it takes effect before the next frame; else posted. False if the loop has ended. */
    private boolean onLoop(Runnable task) {
        try {
            if (loop.inEventLoop()) guarded(task);
            else loop.execute(() -> guarded(task));
            return true;
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: the event loop has ended", id, e);
            return false;
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (MoverException e) {
            end(e, true);
        } catch (Throwable e) { // whatever it is: it ends this stream, and not the loop of all
            LOG.error("{} to {} failed", id, peer.address(), e);
            end(StreamFailures.ofDefect(id, e), true);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the window itself, not a buffer of the same content
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (closeReason != null) {
            bytes.release();
            return;
        }
        if (bytes.isReadable()) keepAlive.heard();
        if (bytes == assembler.window()) {
            bytes.release();
            guarded(assembler::windowWritten);
        } else {
            unconsumed.add(bytes);
            consume();
        }
    }

    private void consume() {
        if (consuming) return; // a listener that pauses and resumes within one call: the loop below goes on
        consuming = true;
        while (isOpen() && !unconsumed.isEmpty()) {
            ByteBuf bytes = unconsumed.element();
            guarded(() -> assembler.copyFrom(bytes));
            if (unconsumed.isEmpty() || bytes.isReadable()) break; // ended, or stopped
            unconsumed.remove().release();
        }
        consuming = false;
    }

    @Override
    public @Nullable ByteBuf window() {
        return unconsumed.isEmpty() && isOpen() ? assembler.window() : null;
    }

    @Override
    public boolean isOpen() {
        return closeReason == null && gate.isOpen();
    }

    @Override
    public int controlBytesMax() {
        return greeting.isOver() ? WireLimits.ENTRIES_BYTES_MAX : WireLimits.HELLO_BYTES_MAX;
    }

    @Override
    public boolean takesBulk(int payloadLength) {
        return greeting.isOver() && payloadLength <= blocks.blockBytes();
    }

    @Override
    public @Nullable Loan loan(long fileNumber) {
        return blocks.loan(fileNumber);
    }

    @Override
    public int windowMax() {
        return rate.windowMax();
    }

    @Override
    public void bulkReceived(int bytes) {
        long pauseNanos = rate.spend(bytes, System.nanoTime());
        if (pauseNanos == 0 || closeReason != null) return;
        gate.close(ReadGate.Reason.RATE);
        loop.schedule(() -> guarded(() -> gate.open(ReadGate.Reason.RATE)), pauseNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void onFrame(Frame frame) {
        if (frame instanceof Frame.Ping ping) {
            send(new Frame.Pong(ping.nonce()));
        } else if (frame instanceof Frame.Failure failure && failure.scope() == Frame.Scope.STREAM) {
            end(StreamFailures.toldByPeer(failure.exception()), false);
        } else if (!(frame instanceof Frame.Pong)) {
            if (frame instanceof Frame.Goodbye) peerSaidGoodbye = true;
            if (listener != null) listener.onFrame(frame);
        }
    }

    @Override
    public void onBulk(Frame frame, Loan loan, int payloadLength) {
        if (listener == null) loan.release();
        else listener.onPayload(frame, loan, payloadLength);
    }

    @Override
    public void onSent(boolean isBlock) {
        keepAlive.sent();
        if (closeReason != null || listener == null) return;
        if (sendQueue.crossesLow(isBlock) && sendQueue.blocksWaiting() < BLOCKS_LOW_WATER)
            guarded(listener::onWritable);
    }

    @Override
    public void onOverflow(String what) {
        end(new MoverException(ErrorCode.CONNECTION_LOST, "the other side has stopped reading: " + what), true);
    }

    private void keepAliveTick() {
        switch (keepAlive.tick(System.nanoTime())) {
            case DEAD -> end(StreamFailures.silent(peer.address(), timing.deadAfter()), false);
            case PING -> ping();
            case NOTHING -> {}
        }
    }

    /** One PING at a time: while the last one waits behind blocks, another would say nothing more. */
    private void ping() {
        if (pingWaits || closeReason != null) return;
        pingWaits = true;
        channel.writeAndFlush(FrameWriter.encode(new Frame.Ping(System.nanoTime()), channel.alloc()))
                .addListener(written -> pingWaits = false);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end(StreamFailures.ofEstablished(cause, peer.address()), false);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (closeReason == null) closeReason = StreamFailures.closedByPeer(peerSaidGoodbye);
        finish(closeReason);
    }

    private void end(MoverException reason, boolean tellsPeer) {
        if (closeReason != null) return;
        closeReason = reason;
        stopReceiving();
        if (!channel.isActive() || !tellsPeer) {
            sendQueue.drop();
            LingeringClose.closeNow(channel);
            return;
        }
        sendQueue.sendLast(StreamFailures.lastWords(reason)).addListener(written -> channel.close());
        loop.schedule(() -> LingeringClose.closeNow(channel), timing.close().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void stopReceiving() {
        stopTimers();
        blocks.close();
        assembler.close();
        unconsumed.forEach(ByteBuf::release);
        unconsumed.clear();
    }

    private void finish(MoverException reason) {
        if (ended) return;
        ended = true;
        stopReceiving();
        sendQueue.drop();
        StreamListener last = listener;
        listener = null;
        if (last == null) return;
        try {
            last.onClosed(reason);
        } catch (Throwable e) {
            LOG.error("{}: the listener failed at the end of the stream", id, e);
        }
    }

    private void stopTimers() {
        greeting.stop();
        if (keepAliveTimer != null) keepAliveTimer.cancel(false);
    }
}
