package org.bdm.core.stream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/** One accepted connection on its way to a stream: counted, first bytes, TLS. Belongs to the connection's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // the end of the channel is what is listened to
final class AcceptedConnection implements FirstBytesHandler.Decision {
    /** Whoever dials speaks first: a third of the time for the greeting is enough for the first byte. */
    private static final int SILENCE_PARTS = 3;

    private final SocketChannel channel;
    private final StreamLoops loops;
    private final AcceptSettings settings;
    private final AcceptListener listener;
    private final Optional<PortContext> tlsContext;
    private final AcceptGate gate;
    private final InetSocketAddress address;
    private final StreamReceiveAllocator receiveAllocator = new StreamReceiveAllocator();
    private AcceptGate.@Nullable Admission admission;
    private @Nullable Future<?> deadline;
    private boolean refused;
    private boolean hasSpoken;
    private long greetingEndsAt;

    AcceptedConnection(
            SocketChannel channel,
            StreamLoops loops,
            AcceptSettings settings,
            AcceptListener listener,
            Optional<PortContext> tlsContext,
            AcceptGate gate) {
        this.channel = channel;
        this.loops = loops;
        this.settings = settings;
        this.listener = listener;
        this.tlsContext = tlsContext;
        this.gate = gate;
        this.address = channel.remoteAddress();
    }

    void init() {
        if (address == null) { // gone before it was looked at
            channel.close();
            return;
        }
        AcceptGate.Admission admitted;
        try {
            admitted = gate.admit(address.getAddress(), this::evicted);
        } catch (MoverException e) {
            listener.onRefused(address, e);
            channel.close();
            return;
        }
        admission = admitted;
        channel.closeFuture().addListener(closed -> admitted.closed());
        loops.track(channel);
        loops.options().begin(channel, address);
        channel.config().setRecvByteBufAllocator(receiveAllocator);
        long greetingNanos = settings.timing().greeting().toNanos();
        greetingEndsAt = System.nanoTime() + greetingNanos;
        deadline = channel.eventLoop().schedule(this::tooSlow, greetingNanos, TimeUnit.NANOSECONDS);
        channel.closeFuture().addListener(closed -> cancelDeadline());
        channel.eventLoop().schedule(this::tooSilent, greetingNanos / SILENCE_PARTS, TimeUnit.NANOSECONDS);
        channel.pipeline()
                .addLast(new LingeringClose())
                .addLast(new FirstBytesHandler(settings.tls().isPresent(), settings.allowsPlain(), this));
    }

    /** Any thread: another connection took the place of this one. */
    private void evicted() {
        channel.eventLoop().execute(() -> {
            refused(new MoverException(
                    ErrorCode.TOO_MANY_CONNECTIONS,
                    "it had not sent a greeting, and was the oldest of its address when others arrived"));
            LingeringClose.closeNow(channel);
        });
    }

    private void tooSilent() {
        if (hasSpoken || !channel.isActive()) return;
        refused(new MoverException(ErrorCode.TIMED_OUT, "no bytes arrived in time"));
        LingeringClose.closeNow(channel);
    }

    private void spoke() {
        hasSpoken = true;
        if (admission != null) admission.spoke();
    }

    private void tooSlow() {
        refused(new MoverException(ErrorCode.TIMED_OUT, "no greeting arrived in time"));
        channel.close();
    }

    private void cancelDeadline() {
        if (deadline != null) deadline.cancel(false);
    }

    @Override
    public void refused(MoverException reason) {
        cancelDeadline();
        if (refused) return; // a connection that is closed for being slow also fails its handshake
        refused = true;
        listener.onRefused(address, reason);
    }

    @Override
    public void tls(ChannelHandlerContext context) {
        spoke();
        receiveAllocator.receiveTls();
        SslHandler handler = tlsContext.orElseThrow().context().newHandler(channel.alloc());
        handler.setHandshakeTimeoutMillis(0); // the deadline of the connection counts
        handler.setCloseNotifyFlushTimeoutMillis(settings.timing().close().toMillis());
        channel.pipeline()
                .addLast(handler)
                .addLast(new TlsDoneHandler(settings.tls().orElseThrow(), address, this::tlsDone, this::refused));
    }

    private void tlsDone(NodeId node) {
        if (admission != null) admission.proven(node);
        startStream(new PeerIdentity(Optional.of(node), address, true));
    }

    @Override
    public void plain(ChannelHandlerContext context) {
        spoke();
        startStream(new PeerIdentity(Optional.empty(), address, false));
    }

    private void startStream(PeerIdentity peer) {
        cancelDeadline();
        AcceptGate.Admission admitted = admission;
        ChannelStream stream = new ChannelStream(loops.nextStreamId(), peer, channel, settings.timing(), () -> {
            if (admitted != null) admitted.authenticated();
            loops.options().chooseForPath(channel, address);
        });
        ChannelPipeline pipeline = channel.pipeline();
        receiveAllocator.receiveFrames(stream);
        pipeline.addLast(stream);
        stream.start(listener.onStream(stream), greetingEndsAt - System.nanoTime());
    }
}
