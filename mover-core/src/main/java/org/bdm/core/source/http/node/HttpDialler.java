package org.bdm.core.source.http.node;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.NoopAddressResolverGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.bdm.core.fault.ConnectReason;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.WebProxy.Via;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes connections: looks up the name, asks the guard about each address, dials exactly those that it lets through, or the proxy through which
 * the origin is asked. Any thread.
 */
public final class HttpDialler {
    private static final Logger LOG = LoggerFactory.getLogger(HttpDialler.class);
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

    /** Dials nothing yet. The loops must outlive it. */
    public HttpDialler(HttpSettings settings, AddressGuard guard, NameResolver resolver, HttpLoops loops) {
        this.settings = settings;
        this.guard = guard;
        this.resolver = resolver;
        this.loops = loops;
        this.tls = new TlsClients(settings);
    }

    /** Returns the proxy that reads, and may answer, requests to this origin; empty without one, and with TLS, which it cannot read. */
    Optional<Via> reader(HttpOrigin origin) {
        return origin.tls() ? Optional.empty() : guard.proxy().via(false, origin.host(), origin.port());
    }

    /** A new connection, with TLS established if the origin has it; fails with what {@link ConnectFailures} understands. */
    CompletableFuture<HttpConnection> dial(HttpOrigin origin, DataNode node, EventLoop loop) {
        long idleMillis = settings.timing().idle().toMillis();
        return dial(origin, loop, channel -> new HttpConnection(origin, node, channel, idleMillis));
    }

    /**
     * As the other, for who speaks HTTP over the channel itself and closes it.
     *
     * @param last makes the handler that takes the objects of HTTP, on the event loop
     */
    public <H extends ChannelHandler> CompletableFuture<H> dial(
            HttpOrigin origin, EventLoop loop, Function<Channel, H> last) {
        CompletableFuture<H> dialled = new CompletableFuture<>();
        try {
            loops.resolvers().execute(() -> {
                try {
                    Optional<Via> via = guard.proxy().via(origin.tls(), origin.host(), origin.port());
                    if (via.isPresent()) dialThrough(via.get(), new Dialling<>(origin, loop, last, dialled));
                    else dialNext(new Dialling<>(origin, loop, last, dialled), allowedAddresses(origin));
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

    /** A connection that is wanted, and for whom. */
    private record Dialling<H extends ChannelHandler>(
            HttpOrigin origin, EventLoop loop, Function<Channel, H> last, CompletableFuture<H> dialled) {
        @SuppressWarnings("FutureReturnValueIgnored")
        void complete(Layers<H> made) {
            Channel channel = Objects.requireNonNull(made.channel);
            H last = Objects.requireNonNull(made.last);
            if (!dialled.complete(last)) channel.close(); // nobody waits for it any more
        }
    }

    /**
     * Layers of a connection. Kept here, not looked up in its pipeline: that is empty where the other side has hung up before anybody looked.
     * Event loop of the connection.
     */
    private static final class Layers<H extends ChannelHandler> {
        private @Nullable Channel channel;
        private @Nullable HttpProxyHandler tunnel;
        private @Nullable SslHandler handshake;
        private @Nullable H last;
    }

    /** Dials the proxy; a name that is not known here is left to it. */
    private <H extends ChannelHandler> void dialThrough(Via via, Dialling<H> what) {
        HttpOrigin origin = what.origin();
        try {
            allowedAddresses(origin);
        } catch (UnknownHostException leftToTheProxy) {
            LOG.debug("{} is not known here; connecting through {}", origin, via);
        }
        InetAddress at = proxyAddress(via);
        InetSocketAddress proxy = new InetSocketAddress(at, via.port());
        CompletableFuture<Layers<H>> one = new CompletableFuture<>();
        connect(new Road(origin, Optional.of(new Gate(via, proxy))), what, proxy, one);
        var unused = one.whenComplete((made, failure) -> {
            if (made == null) what.dialled().completeExceptionally(failure);
            else what.complete(made);
        });
    }

    private InetAddress proxyAddress(Via via) {
        try {
            return resolver.addressesOf(via.host()).get(0);
        } catch (UnknownHostException e) {
            throw new MoverException(
                    ErrorCode.DATA_NODE_UNREACHABLE, "cannot resolve the host name of the proxy " + via, e);
        }
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

    private <H extends ChannelHandler> void dialNext(Dialling<H> what, List<InetAddress> addresses) {
        // With its name, which TLS verifies; the address is the one that was looked at.
        InetSocketAddress address =
                new InetSocketAddress(addresses.get(0), what.origin().port());
        CompletableFuture<Layers<H>> one = new CompletableFuture<>();
        connect(new Road(what.origin(), Optional.empty()), what, address, one);
        var unused = one.whenComplete((made, failure) -> {
            if (made != null) what.complete(made);
            else if (addresses.size() > 1) dialNext(what, addresses.subList(1, addresses.size()));
            else what.dialled().completeExceptionally(failure);
        });
    }

    /** A proxy, and its address. */
    private record Gate(Via via, InetSocketAddress at) {}

    /** The way of a connection: to what, and through what. */
    private record Road(HttpOrigin origin, Optional<Gate> gate) {
        /** Returns what is dialled: through a tunnel the origin by its name, which the proxy looks up. */
        InetSocketAddress dialled(InetSocketAddress address) {
            boolean isTunnel = gate.isPresent() && origin.tls();
            return isTunnel ? InetSocketAddress.createUnresolved(origin.hostName(), origin.port()) : address;
        }
    }

    private <H extends ChannelHandler> void connect(
            Road road, Dialling<H> what, InetSocketAddress address, CompletableFuture<Layers<H>> connected) {
        int connectMillis = (int) settings.timing().connect().toMillis();
        Layers<H> layers = new Layers<>();
        Bootstrap bootstrap = new Bootstrap()
                .group(what.loop())
                .channel(HttpLoops.channelType())
                .resolver(NoopAddressResolverGroup.INSTANCE) // names were looked up, or are for the proxy
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
                        initialize(channel, road, what.last(), layers);
                    }
                });
        bootstrap.connect(road.dialled(address)).addListener((io.netty.channel.ChannelFuture done) -> {
            if (!done.isSuccess()) {
                connected.completeExceptionally(done.cause());
                return;
            }
            if (layers.tunnel == null) {
                established(layers, connected);
                return;
            }
            layers.tunnel.connectFuture().addListener(through -> {
                if (through.isSuccess()) established(layers, connected);
                else connected.completeExceptionally(refused(road, through.cause()));
            });
        });
    }

    /** Nothing but TLS, if the origin has it, is still to be agreed. */
    private static <H extends ChannelHandler> void established(
            Layers<H> layers, CompletableFuture<Layers<H>> connected) {
        if (layers.handshake == null) {
            connected.complete(layers);
            return;
        }
        layers.handshake.handshakeFuture().addListener(shaken -> {
            if (shaken.isSuccess()) connected.complete(layers);
            else connected.completeExceptionally(shaken.cause());
        });
    }

    private static MoverException refused(Road road, Throwable cause) {
        String said = String.valueOf(cause.getMessage());
        int status = said.indexOf("status: ");
        String why = status < 0 ? ConnectReason.of(cause) : said.substring(status + "status: ".length());
        return new MoverException(
                ErrorCode.DATA_NODE_UNREACHABLE,
                "the proxy " + road.gate().map(Gate::via).orElseThrow() + " does not connect to " + road.origin() + ": "
                        + why,
                cause);
    }

    private static HttpProxyHandler tunnel(Gate gate, int millis) {
        Via via = gate.via();
        HttpProxyHandler tunnel = via.user() == null
                ? new HttpProxyHandler(gate.at())
                : new HttpProxyHandler(gate.at(), via.user(), via.password() == null ? "" : via.password());
        tunnel.setConnectTimeoutMillis(millis);
        return tunnel;
    }

    private <H extends ChannelHandler> void initialize(
            Channel channel, Road road, Function<Channel, H> last, Layers<H> layers) {
        int connectMillis = (int) settings.timing().connect().toMillis();
        HttpOrigin origin = road.origin();
        // before the rules are read: of those that change meanwhile it must not be taken to be newer
        H handler = last.apply(channel);
        layers.channel = channel;
        layers.last = handler;
        if (origin.tls()) {
            if (road.gate().isPresent()) {
                layers.tunnel = tunnel(road.gate().get(), connectMillis);
                channel.pipeline().addLast(layers.tunnel);
            }
            layers.handshake =
                    tls.contextFor(origin.node()).newHandler(channel.alloc(), origin.hostName(), origin.port());
            layers.handshake.setHandshakeTimeoutMillis(connectMillis);
            channel.pipeline().addLast(layers.handshake);
        }
        HttpDecoderConfig decoder = new HttpDecoderConfig()
                .setMaxInitialLineLength(HEAD_LINE_BYTES_MAX)
                .setMaxHeaderSize(HEAD_BYTES_MAX)
                .setMaxChunkSize(CHUNK_BYTES_MAX);
        channel.pipeline().addLast(new HttpClientCodec(decoder, false, false));
        if (!origin.tls())
            road.gate().ifPresent(gate -> channel.pipeline().addLast(new ProxyRequests(origin, gate.via())));
        channel.pipeline().addLast(handler);
    }
}
