package org.bdm.core.stream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
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
final class AcceptedConnection implements FirstBytesHandler.Decision {
    private final SocketChannel channel;
    private final StreamLoops loops;
    private final AcceptSettings settings;
    private final AcceptListener listener;
    private final Optional<SslContext> tlsContext;
    private final AcceptGate gate;
    private final InetSocketAddress address;
    private final StreamReceiveAllocator receiveAllocator = new StreamReceiveAllocator();
    private AcceptGate.@Nullable Admission admission;
    private @Nullable Future<?> deadline;
    private boolean refused;

    AcceptedConnection(
            SocketChannel channel,
            StreamLoops loops,
            AcceptSettings settings,
            AcceptListener listener,
            Optional<SslContext> tlsContext,
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
            admitted = gate.admit(address.getAddress());
        } catch (MoverException e) {
            listener.onRefused(address, e);
            channel.close();
            return;
        }
        admission = admitted;
        channel.closeFuture().addListener(closed -> admitted.closed());
        SocketOptions.apply(channel, address);
        channel.config().setRecvByteBufAllocator(receiveAllocator);
        deadline = channel.eventLoop()
                .schedule(this::tooSlow, settings.timing().greeting().toNanos(), TimeUnit.NANOSECONDS);
        channel.closeFuture().addListener(closed -> cancelDeadline());
        channel.pipeline()
                .addLast(new LingeringClose())
                .addLast(new FirstBytesHandler(settings.tls().isPresent(), settings.allowsPlain(), this));
    }

    private void tooSlow() {
        refused(new MoverException(ErrorCode.TIMED_OUT, "no greeting in time"));
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
        receiveAllocator.receiveTls();
        SslHandler handler = tlsContext.orElseThrow().newHandler(channel.alloc());
        handler.setHandshakeTimeoutMillis(0); // the deadline of the connection counts
        handler.setCloseNotifyFlushTimeoutMillis(settings.timing().close().toMillis());
        channel.pipeline()
                .addLast(handler)
                .addLast(new TlsDoneHandler(settings.tls().orElseThrow(), address, this::tlsDone, this::refused));
    }

    private void tlsDone(NodeId node) {
        startStream(new PeerIdentity(Optional.of(node), address, true));
    }

    @Override
    public void plain(ChannelHandlerContext context) {
        startStream(new PeerIdentity(Optional.empty(), address, false));
    }

    private void startStream(PeerIdentity peer) {
        cancelDeadline();
        AcceptGate.Admission admitted = admission;
        ChannelStream stream = new ChannelStream(
                loops.nextStreamId(), peer, channel, settings.timing(), () -> {
                    if (admitted != null) admitted.authenticated();
                });
        ChannelPipeline pipeline = channel.pipeline();
        receiveAllocator.receiveFrames(stream);
        pipeline.addLast(stream);
        stream.start(listener.onStream(stream));
    }
}
