package org.bdm.core.stream;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslProvider;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** A data port that listens. Any thread; never blocks. */
public final class StreamAcceptor {
    private static final int BACKLOG = 256;

    private final Channel channel;
    private final AcceptGate gate;

    private StreamAcceptor(Channel channel, AcceptGate gate) {
        this.channel = channel;
        this.gate = gate;
    }

    /** Binds and listens; port 0 is any free port. Fails with PEER_UNREACHABLE if the address cannot be bound, the detail says why. */
    public static CompletionStage<StreamAcceptor> listen(
            StreamLoops loops, InetSocketAddress bind, AcceptSettings settings, AcceptListener listener) {
        return listen(loops, bind, settings, listener, TlsContexts.bestProvider());
    }

    static CompletionStage<StreamAcceptor> listen(
            StreamLoops loops,
            InetSocketAddress bind,
            AcceptSettings settings,
            AcceptListener listener,
            SslProvider provider) {
        AcceptGate gate = new AcceptGate(settings.connectionsMax(), settings.unauthenticatedPerAddressMax());
        Optional<PortContext> context = settings.tls().map(tls -> new PortContext(tls, provider));
        CompletableFuture<StreamAcceptor> listening = new CompletableFuture<>();
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.transport().serverChannelType())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel accepted) {
                        new AcceptedConnection(accepted, loops, settings, listener, context, gate).init();
                    }
                })
                .bind(bind);
        bound.addListener(done -> {
            if (done.isSuccess()) {
                listening.complete(new StreamAcceptor(bound.channel(), gate));
            } else {
                listening.completeExceptionally(new MoverException(
                        ErrorCode.PEER_UNREACHABLE,
                        "cannot listen on " + bind + ": " + done.cause().getMessage(),
                        done.cause()));
            }
        });
        return listening;
    }

    /** The address with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** Connections open now. */
    public int connections() {
        return gate.connections();
    }

    /** Stops listening; streams that are open stay open. */
    public CompletionStage<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        channel.close().addListener(done -> closed.complete(null));
        return closed;
    }
}
