package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the kernel does with what it is asked for, at a real socket. */
class SocketOptionsTest {
    private static final Path AVAILABLE = Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");
    private static final InetSocketAddress FAR = InetSocketAddress.createUnresolved("far.example", 1);

    private StreamLoops loops;
    private Channel server;
    private Channel socket;

    @BeforeEach
    void connect() {
        assumeTrue(TransportKind.best() == TransportKind.EPOLL, "only epoll lets us ask");
        loops = new StreamLoops(TransportKind.EPOLL, 1);
        server = new ServerBootstrap()
                .group(loops.group())
                .channel(TransportKind.EPOLL.serverChannelType())
                .childHandler(new ChannelInboundHandlerAdapter())
                .bind(new InetSocketAddress("127.0.0.1", 0))
                .syncUninterruptibly()
                .channel();
        socket = new Bootstrap()
                .group(loops.group())
                .channel(TransportKind.EPOLL.channelType())
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server.localAddress())
                .syncUninterruptibly()
                .channel();
    }

    @AfterEach
    void close() {
        if (loops == null) return;
        socket.close().syncUninterruptibly();
        server.close().syncUninterruptibly();
        loops.close();
    }

    private static boolean has(String name) throws Exception {
        return Files.exists(AVAILABLE) && Files.readString(AVAILABLE).contains(name);
    }

    @Test
    void loopbackIsNotPaced() throws Exception {
        assumeTrue(has("cubic"), "this kernel has no cubic");
        new SocketOptions(CongestionPolicy.AUTO).begin(socket, (InetSocketAddress) server.localAddress());
        assertThat(SocketOptions.used(socket)).isEqualTo("cubic");
    }

    @Test
    void shortPathToAnotherHostIsNotPacedEither() throws Exception {
        assumeTrue(has("cubic"), "this kernel has no cubic");
        SocketOptions options = new SocketOptions(CongestionPolicy.AUTO);
        options.begin(socket, FAR);
        options.chooseForPath(socket, FAR);
        assertThat(SocketOptions.used(socket)).isEqualTo("cubic");
    }

    @Test
    void whatIsWishedIsUsed() throws Exception {
        assumeTrue(has("reno"), "this kernel has no reno");
        new SocketOptions(new CongestionPolicy("reno")).begin(socket, FAR);
        assertThat(SocketOptions.used(socket)).isEqualTo("reno");
    }

    @Test
    void whatTheKernelDoesNotHaveChangesNothingAndFailsNothing() {
        String before = SocketOptions.used(socket);
        SocketOptions options = new SocketOptions(new CongestionPolicy("none-such"));
        options.begin(socket, FAR);
        options.chooseForPath(socket, FAR);
        assertThat(SocketOptions.used(socket)).isEqualTo(before);
    }

    @Test
    void socketThatIsClosedIsLeftAlone() {
        socket.close().syncUninterruptibly();
        new SocketOptions(CongestionPolicy.AUTO).chooseForPath(socket, FAR);
        assertThat(socket.isActive()).isFalse();
    }
}
