package org.bdm.core.stream;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.id.Dscp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Options of the sockets of streams. Buffer sizes are left to the kernel: setting them would end its own tuning. Any thread. */
final class SocketOptions {
    private static final Logger LOG = LoggerFactory.getLogger(SocketOptions.class);
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    private static final int NAME_BYTES = CongestionPolicy.NAME_BYTES_MAX + 1;
    private static final int PEERS_TOLD_MAX = 1_000;
    private static final RawUnixChannelOption CONGESTION =
            new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, NAME_BYTES);

    private final CongestionPolicy policy;
    /** The last message about each peer, so that a message that holds for all its streams is logged once. */
    private final Map<String, String> told = new ConcurrentHashMap<>();

    SocketOptions(CongestionPolicy policy) {
        this.policy = policy;
    }

    /** Of a socket of which nothing is known yet but where it leads. */
    void begin(Channel channel, InetSocketAddress peer) {
        channel.config().setAllocator(PooledByteBufAllocator.DEFAULT);
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        if (!(channel instanceof EpollSocketChannel)) return;
        policy.atStart(isLoopback(peer)).ifPresent(name -> ask(channel, name));
    }

    /** Once peers have greeted each other, which took long enough to know the path. On the event loop. */
    void chooseForPath(Channel channel, InetSocketAddress peer) {
        if (!(channel instanceof EpollSocketChannel socket) || !socket.isActive() || isLoopback(peer)) return;
        Duration roundTrip = Duration.of(socket.tcpInfo().rtt(), ChronoUnit.MICROS);
        Optional<String> wanted = policy.onPath(roundTrip);
        boolean isRefused = wanted.isPresent() && !ask(channel, wanted.get());
        say(peer, wanted, isRefused, used(channel), roundTrip);
    }

    /** Sets the class of the packets that it sends from now on, over IPv4 and IPv6. Only logs if the kernel refuses. On the event loop. */
    static void useDscp(Channel channel, Dscp dscp) {
        if (!channel.isActive()) return;
        try {
            Integer set = channel.config().getOption(ChannelOption.IP_TOS);
            if (set != null && set == dscp.trafficClass()) return;
            channel.config().setOption(ChannelOption.IP_TOS, dscp.trafficClass());
        } catch (ChannelException e) {
            LOG.warn("packets to {} do not get the DSCP {}: {}", channel.remoteAddress(), dscp, e.getMessage());
        }
    }

    private static boolean isLoopback(InetSocketAddress peer) {
        return !peer.isUnresolved() && peer.getAddress().isLoopbackAddress();
    }

    /** False if the kernel does not have it, or does not let this user have it. */
    private static boolean ask(Channel channel, String name) {
        ByteBuffer padded = ByteBuffer.allocateDirect(NAME_BYTES);
        padded.put(name.getBytes(StandardCharsets.US_ASCII)).position(0);
        try {
            channel.config().setOption(CONGESTION, padded);
            return true;
        } catch (ChannelException e) {
            LOG.debug("{} is not available", name, e);
            return false;
        }
    }

    static String used(Channel channel) {
        try {
            ByteBuffer name = channel.config().getOption(CONGESTION);
            String padded = StandardCharsets.US_ASCII.decode(name).toString();
            int end = padded.indexOf('\0');
            return end < 0 ? padded : padded.substring(0, end);
        } catch (ChannelException e) {
            LOG.debug("cannot read what the kernel uses", e);
            return "unknown";
        }
    }

    private void say(
            InetSocketAddress peer, Optional<String> wanted, boolean isRefused, String used, Duration roundTrip) {
        String host = peer.getHostString();
        String key = used + isRefused;
        if (key.equals(told.get(host))) return;
        if (told.size() >= PEERS_TOLD_MAX) told.clear();
        told.put(host, key);
        String millis = String.format(Locale.ROOT, "%.2f", roundTrip.toNanos() / 1e6);
        if (isRefused) {
            LOG.warn(
                    "streams to {} use {}: {} would be better at a round-trip time of {} ms, but the kernel does not allow"
                            + " it to this user; see net.ipv4.tcp_allowed_congestion_control in docs/operations.md",
                    host,
                    used,
                    wanted.orElse(""),
                    millis);
        } else {
            LOG.info("streams to {} use {}: the round-trip time is {} ms", host, used, millis);
        }
    }
}
