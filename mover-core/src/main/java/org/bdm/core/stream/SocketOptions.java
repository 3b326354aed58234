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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Options of the sockets of streams. Buffer sizes are left to the kernel: setting them would end its own tuning. */
final class SocketOptions {
    private static final Logger LOG = LoggerFactory.getLogger(SocketOptions.class);
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    private static final byte[] CUBIC = "cubic".getBytes(StandardCharsets.US_ASCII);
    private static final RawUnixChannelOption CONGESTION =
            new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, CUBIC.length);

    private SocketOptions() {}

    static void apply(Channel channel, InetSocketAddress peer) {
        channel.config().setAllocator(PooledByteBufAllocator.DEFAULT);
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        if (channel instanceof EpollSocketChannel && !peer.isUnresolved() && peer.getAddress().isLoopbackAddress()) {
            withoutPacing(channel);
        }
    }

    /** On loopback a pacing congestion control (bbr) only costs timers. */
    private static void withoutPacing(Channel channel) {
        ByteBuffer name = ByteBuffer.allocateDirect(CUBIC.length).put(CUBIC).flip();
        try {
            channel.config().setOption(CONGESTION, name);
        } catch (ChannelException e) {
            LOG.debug("this kernel has no cubic: its own congestion control stays", e);
        }
    }
}
