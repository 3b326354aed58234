package org.bdm.core.source.http.node;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Makes connections: looks up the name, asks the guard about each address, dials exactly those that it lets through. Any thread. */
final class HttpDialler {
    private static final int HEAD_LINE_BYTES_MAX = 8192;
    private static final int HEAD_BYTES_MAX = 32_768;
    private static final int CHUNK_BYTES_MAX = 256 << 10;
    private static final int RECEIVE_BYTES_FIRST = 64 << 10;
    private static final int ADDRESSES_TRIED_MAX = 4;

    private final HttpSettings settings;
    private final AddressGuard guard;
    private final NameResolver resolver;
    private final HttpLoops loops;
    private final TlsClients tls;

    HttpDialler(HttpSettings settings, AddressGuard guard, NameResolver resolver, HttpLoops loops) {
        this.settings = settings;
        this.guard = guard;
        this.resolver = resolver;
        this.loops = loops;
        this.tls = new TlsClients(settings);
    }

    /** A new connection, with TLS established if the origin has it; fails with what {@link ConnectFailures} understands. */
    CompletableFuture<HttpConnection> dial(HttpOrigin origin, DataNode node, EventLoop loop) {
        CompletableFuture<HttpConnection> dialled = new CompletableFuture<>();
        try {
            loops.resolvers().execute(() -> {
                try {
                    dialNext(origin, node, loop, allowedAddresses(origin), dialled);
                } catch (UnknownHostException e) {
                    dialled.completeExceptionally(new MoverException(
                            ErrorCode.DATA_NODE_UNREACHABLE,
                            "cannot resolve the host name " + origin.host() + " (" + ConnectFailures.shortly(e) + ")",
                            e));
                } catch (RuntimeException e) {
                    dialled.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            dialled.completeExceptionally(new MoverException(ErrorCode.CANCELLED, "the service is stopping", e));
        }
        return dialled;
    }

    private List<InetAddress> allowedAddresses(HttpOrigin origin) throws UnknownHostException {
        List<InetAddress> found = resolver.addressesOf(origin.hostName());
        List<InetAddress> allowed = new ArrayList<>();
        for (InetAddress address : found) {
            if (guard.mayConnect(origin.host(), origin.port(), address)) allowed.add(address);
        }
        if (allowed.isEmpty()) {
            throw new MoverException(
                    ErrorCode.ADDRESS_REFUSED,
                    origin + " is at "
                            + found.stream().map(InetAddress::getHostAddress).toList()
                            + ", which is not a public address");
        }
        return allowed.subList(0, Math.min(ADDRESSES_TRIED_MAX, allowed.size()));
    }

    private void dialNext(
            HttpOrigin origin,
            DataNode node,
            EventLoop loop,
            List<InetAddress> addresses,
            CompletableFuture<HttpConnection> dialled) {
        // With its name, which TLS verifies; the address is the one that was looked at.
        InetSocketAddress address = new InetSocketAddress(addresses.get(0), origin.port());
        CompletableFuture<HttpConnection> one = new CompletableFuture<>();
        connect(origin, node, loop, address, one);
        var unused = one.whenComplete((connection, failure) -> {
            if (connection != null) {
                if (!dialled.complete(connection)) connection.close();
            } else if (addresses.size() > 1) {
                dialNext(origin, node, loop, addresses.subList(1, addresses.size()), dialled);
            } else {
                dialled.completeExceptionally(failure);
            }
        });
    }

    private void connect(
            HttpOrigin origin,
            DataNode node,
            EventLoop loop,
            InetSocketAddress address,
            CompletableFuture<HttpConnection> connected) {
        int connectMillis = (int) settings.timing().connect().toMillis();
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(HttpLoops.channelType())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(2048, RECEIVE_BYTES_FIRST, CHUNK_BYTES_MAX))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        initialize(channel, origin, node, connectMillis);
                    }
                });
        bootstrap.connect(address).addListener((io.netty.channel.ChannelFuture done) -> {
            if (!done.isSuccess()) {
                connected.completeExceptionally(done.cause());
                return;
            }
            SslHandler handshake = done.channel().pipeline().get(SslHandler.class);
            if (handshake == null) {
                connected.complete(done.channel().pipeline().get(HttpConnection.class));
                return;
            }
            handshake.handshakeFuture().addListener(shaken -> {
                if (shaken.isSuccess())
                    connected.complete(done.channel().pipeline().get(HttpConnection.class));
                else connected.completeExceptionally(shaken.cause());
            });
        });
    }

    private void initialize(Channel channel, HttpOrigin origin, DataNode node, int handshakeMillis) {
        // before the rules are read: of those that change meanwhile it must not be taken to be newer
        HttpConnection connection = new HttpConnection(
                origin, node, channel, settings.timing().idle().toMillis());
        if (origin.tls()) {
            SslHandler handshake =
                    tls.contextFor(origin.node()).newHandler(channel.alloc(), origin.hostName(), origin.port());
            handshake.setHandshakeTimeoutMillis(handshakeMillis);
            channel.pipeline().addLast(handshake);
        }
        HttpDecoderConfig decoder = new HttpDecoderConfig()
                .setMaxInitialLineLength(HEAD_LINE_BYTES_MAX)
                .setMaxHeaderSize(HEAD_BYTES_MAX)
                .setMaxChunkSize(CHUNK_BYTES_MAX);
        channel.pipeline().addLast(new HttpClientCodec(decoder, false, false)).addLast(connection);
    }
}
