package org.bdm.core.stream;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Dials data ports. Any thread; never blocks. */
public final class StreamConnector {
    private final StreamLoops loops;
    private final StreamTiming timing;
    private final SslProvider provider;

    /** Streams run on {@code loops}. */
    public StreamConnector(StreamLoops loops, StreamTiming timing) {
        this(loops, timing, TlsContexts.bestProvider());
    }

    StreamConnector(StreamLoops loops, StreamTiming timing, SslProvider provider) {
        this.loops = loops;
        this.timing = timing;
        this.provider = provider;
    }

    /**
     * Connects, and completes after TLS, on the stream's event loop. Fails with PEER_UNREACHABLE, TIMED_OUT, PEER_NOT_PINNED,
     * PROTOCOL_VERSION, SECURITY_MISMATCH or CONNECTION_LOST. With TLS the other end judges our key only afterwards: a refusal comes as
     * {@link StreamListener#onClosed} with PEER_NOT_PINNED. A host name is looked up off the event loops. As an accepted stream, it is
     * closed if {@link DataStream#authenticated} is not called in time.
     *
     * @param listener hears everything from the first frame on; nothing if the stage fails
     */
    public CompletionStage<DataStream> connect(
            InetSocketAddress address, StreamSecurity security, StreamListener listener) {
        if (!address.isUnresolved()) return dial(address, security, listener);
        return CompletableFuture.supplyAsync(() -> lookUp(address), loops.resolver())
                .thenCompose(resolved -> dial(resolved, security, listener));
    }

    private static InetSocketAddress lookUp(InetSocketAddress address) {
        InetSocketAddress resolved = new InetSocketAddress(address.getHostString(), address.getPort());
        if (!resolved.isUnresolved()) return resolved;
        throw new MoverException(ErrorCode.PEER_UNREACHABLE, "cannot resolve the host name " + address.getHostString());
    }

    private CompletionStage<DataStream> dial(
            InetSocketAddress address, StreamSecurity security, StreamListener listener) {
        CompletableFuture<DataStream> opened = new CompletableFuture<>();
        Optional<SslContext> context = security instanceof StreamSecurity.Tls tls
                ? Optional.of(TlsContexts.client(tls, provider))
                : Optional.empty();
        new Bootstrap()
                .group(loops.group())
                .channel(loops.transport().channelType())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        timing.connect().toMillis())
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        Dialled dialled = new Dialled(channel, address, listener, opened);
                        if (security instanceof StreamSecurity.Tls tls) dialled.initTls(tls, context.orElseThrow());
                        else dialled.initPlain();
                    }
                })
                .connect(address)
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        opened.completeExceptionally(StreamFailures.ofDialling(done.cause(), address));
                    }
                });
        return opened;
    }

    /** One dialled connection on its way to a stream. */
    @SuppressWarnings("FutureReturnValueIgnored") // a preface that cannot be written ends the channel
    private final class Dialled {
        private final SocketChannel channel;
        private final InetSocketAddress address;
        private final StreamListener listener;
        private final CompletableFuture<DataStream> opened;
        private final StreamReceiveAllocator receiveAllocator = new StreamReceiveAllocator();

        Dialled(
                SocketChannel channel,
                InetSocketAddress address,
                StreamListener listener,
                CompletableFuture<DataStream> opened) {
            this.channel = channel;
            this.address = address;
            this.listener = listener;
            this.opened = opened;
            loops.track(channel);
            loops.options().begin(channel, address);
            channel.config().setRecvByteBufAllocator(receiveAllocator);
            channel.pipeline().addLast(new LingeringClose());
        }

        void initPlain() {
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext context) {
                    context.writeAndFlush(Unpooled.wrappedBuffer(FirstBytesHandler.PREFACE.clone()));
                    startStream(new PeerIdentity(Optional.empty(), address, false));
                    context.pipeline().remove(this);
                }
            });
        }

        void initTls(StreamSecurity.Tls tls, SslContext context) {
            receiveAllocator.receiveTls();
            SslHandler handler = context.newHandler(channel.alloc(), address.getHostString(), address.getPort());
            handler.setHandshakeTimeoutMillis(timing.connect().toMillis());
            handler.setCloseNotifyFlushTimeoutMillis(timing.close().toMillis());
            channel.pipeline()
                    .addLast(handler)
                    .addLast(new TlsDoneHandler(
                            tls,
                            address,
                            node -> startStream(new PeerIdentity(Optional.of(node), address, true)),
                            opened::completeExceptionally));
        }

        private void startStream(PeerIdentity peer) {
            ChannelStream stream = new ChannelStream(
                    loops.nextStreamId(),
                    peer,
                    channel,
                    timing,
                    () -> loops.options().chooseForPath(channel, address));
            receiveAllocator.receiveFrames(stream);
            channel.pipeline().addLast(stream);
            stream.start(listener, timing.greeting().toNanos());
            opened.complete(stream);
        }
    }
}
