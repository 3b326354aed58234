package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.StreamId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The class of packets, as the kernel has it for a real socket, over both versions of IP. */
class SocketDscpTest {
    private static final Dscp LOW = Dscp.parse("CS1");
    private static final RawUnixChannelOption IP_TOS = new RawUnixChannelOption("IP_TOS", 0, 1, 4);
    private static final RawUnixChannelOption IPV6_TCLASS = new RawUnixChannelOption("IPV6_TCLASS", 41, 67, 4);

    private StreamLoops loops;
    private Channel server;
    private Channel socket;

    @AfterEach
    void close() {
        if (loops == null) return;
        if (socket != null) socket.close().syncUninterruptibly();
        if (server != null) server.close().syncUninterruptibly();
        loops.close();
    }

    private void connect(TransportKind transport, String address) {
        assumeTrue(transport == TransportKind.NIO || TransportKind.best() == transport, "no epoll here");
        loops = new StreamLoops(transport, 1);
        try {
            server = new ServerBootstrap()
                    .group(loops.group())
                    .channel(transport.serverChannelType())
                    .childHandler(new ChannelInboundHandlerAdapter())
                    .bind(new InetSocketAddress(address, 0))
                    .syncUninterruptibly()
                    .channel();
        } catch (RuntimeException e) {
            assumeTrue(false, "this host has no " + address + ": " + e);
        }
        socket = new Bootstrap()
                .group(loops.group())
                .channel(transport.channelType())
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server.localAddress())
                .syncUninterruptibly()
                .channel();
    }

    private int trafficClass() {
        return socket.config().getOption(ChannelOption.IP_TOS);
    }

    private int raw(RawUnixChannelOption option) {
        ByteBuffer value = socket.config().getOption(option);
        return value.order(ByteOrder.nativeOrder()).getInt(0);
    }

    @ParameterizedTest
    @CsvSource({"EPOLL, 127.0.0.1", "EPOLL, ::1", "NIO, 127.0.0.1", "NIO, ::1"})
    void packetsHaveTheClassUntilItIsTakenBack(TransportKind transport, String address) {
        connect(transport, address);
        SocketOptions.useDscp(socket, LOW);
        assertThat(trafficClass()).isEqualTo(0x20);
        if (transport == TransportKind.EPOLL) {
            assertThat(raw(IP_TOS)).isEqualTo(0x20); // also packets of IPv4 from a socket of both versions
            if (address.contains(":")) assertThat(raw(IPV6_TCLASS)).isEqualTo(0x20);
        }
        SocketOptions.useDscp(socket, Dscp.parse("EF"));
        assertThat(trafficClass()).isEqualTo(0xb8);
        SocketOptions.useDscp(socket, Dscp.DEFAULT);
        assertThat(trafficClass()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"EPOLL, 127.0.0.1", "NIO, ::1"})
    void streamHasNoClassInItsNextSession(TransportKind transport, String address) {
        connect(transport, address);
        InetSocketAddress peer = (InetSocketAddress) server.localAddress();
        ChannelStream stream = new ChannelStream(
                new StreamId(1), new PeerIdentity(Optional.empty(), peer, false), socket, StreamPair.QUICK, () -> {});
        socket.pipeline().addLast(stream); // it gives its buffers back when the socket closes
        stream.useDscp(LOW);
        await().until(() -> trafficClass() == 0x20);
        stream.receiveNothing();
        await().until(() -> trafficClass() == 0);
        stream.useDscp(LOW);
        await().until(() -> trafficClass() == 0x20);
        stream.greetAgain();
        await().until(() -> trafficClass() == 0);
    }

    @ParameterizedTest
    @CsvSource({"EPOLL, 127.0.0.1", "NIO, 127.0.0.1"})
    void socketThatIsClosedIsLeftAlone(TransportKind transport, String address) {
        connect(transport, address);
        socket.close().syncUninterruptibly();
        SocketOptions.useDscp(socket, LOW);
        assertThat(socket.isActive()).isFalse();
    }
}
