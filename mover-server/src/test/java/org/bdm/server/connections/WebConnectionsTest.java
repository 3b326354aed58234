package org.bdm.server.connections;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections end when their time is over, however many bytes come, and make place for others. Time is what the test says. */
class WebConnectionsTest {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(
            4, 3, 2, Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final WebConnections connections = new WebConnections(LIMITS, nanos::get);
    private final List<SocketChannel> channels = new ArrayList<>();
    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel channel : channels) channel.close();
        server.close();
        connections.close();
    }

    private record Pair(SocketChannel caller, SocketChannel ours) {
        boolean isCut() throws IOException {
            caller.configureBlocking(false);
            return caller.read(ByteBuffer.allocate(1)) < 0;
        }
    }

    private Pair connect(String from) throws IOException {
        SocketChannel caller = SocketChannel.open().bind(new InetSocketAddress(from, 0));
        caller.connect(server.getLocalAddress());
        SocketChannel ours = server.accept();
        channels.addAll(List.of(caller, ours));
        return new Pair(caller, ours);
    }

    private WebConnection opened(Pair pair) throws IOException {
        assertThat(connections.opened(pair.ours())).isTrue();
        InetSocketAddress remote = (InetSocketAddress) pair.caller().getLocalAddress();
        return connections
                .find(remote.getAddress().getHostAddress(), remote.getPort())
                .orElseThrow();
    }

    private void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void headersHaveOneTimeHoweverOftenAByteComes() throws IOException {
        Pair pair = connect("127.0.0.1");
        WebConnection connection = opened(pair);
        passes(Duration.ofSeconds(19));
        connection.look();
        assertThat(pair.isCut()).isFalse();
        passes(Duration.ofSeconds(1));
        connection.look();
        assertThat(pair.isCut()).isTrue();
    }

    @Test
    void strangersHaveOneTimeForTheWholeRequest() throws IOException {
        WebConnection connection = opened(connect("127.0.0.1"));
        connection.begin();
        passes(Duration.ofSeconds(9));
        connection.awaitBody();
        connection.bodyCame(1);
        connection.awaitBody();
        connection.look();
        assertThat(connection.isCut()).isFalse();
        passes(Duration.ofSeconds(1));
        connection.look();
        assertThat(connection.isCut()).isTrue();
    }

    @Test
    void bodiesOfKnownCallersMayWaitAsLongAsTheyAreLarge() throws IOException {
        WebConnection connection = opened(connect("127.0.0.1"));
        connection.begin();
        connection.know();
        passes(Duration.ofHours(1));
        connection.look();
        assertThat(connection.isCut()).as("work has no time").isFalse();
        for (int i = 0; i < 3; i++) {
            connection.awaitBody();
            passes(Duration.ofSeconds(9));
            connection.look();
            connection.bodyCame(1);
        }
        assertThat(connection.isCut()).isFalse();
        connection.awaitBody();
        passes(Duration.ofSeconds(3));
        connection.look();
        assertThat(connection.isCut()).as("the thirtieth second of waiting").isTrue();
    }

    @Test
    void fasterBodiesAreNotCutOff() throws IOException {
        WebConnection connection = opened(connect("127.0.0.1"));
        connection.begin();
        connection.know();
        for (int i = 0; i < 100; i++) {
            connection.awaitBody();
            passes(Duration.ofSeconds(9));
            connection.look();
            connection.bodyCame(10 * ConnectionLimits.BODY_BYTES_PER_SECOND_MIN);
        }
        assertThat(connection.isCut()).isFalse();
    }

    @Test
    void newConnectionTakesThePlaceOfTheOneThatWaitsTheLongest() throws IOException {
        Pair busy = connect("127.0.0.1");
        WebConnection known = opened(busy);
        known.begin();
        known.know();
        passes(Duration.ofSeconds(1));
        Pair oldest = connect("127.0.0.1");
        opened(oldest);
        passes(Duration.ofSeconds(1));
        Pair younger = connect("127.0.0.1");
        opened(younger);
        passes(Duration.ofSeconds(1));
        opened(connect("127.0.0.1"));
        assertThat(oldest.isCut()).isTrue();
        assertThat(younger.isCut()).isFalse();
        assertThat(busy.isCut()).as("of a known caller").isFalse();
        opened(connect("127.0.0.2"));
        opened(connect("127.0.0.3"));
        assertThat(younger.isCut()).as("the oldest of all").isTrue();
    }

    @Test
    void connectionIsRefusedWhenAllOthersAreAtWork() throws IOException {
        for (int i = 0; i < 3; i++) {
            WebConnection connection = opened(connect("127.0.0.1"));
            connection.begin();
            connection.know();
        }
        assertThat(connections.opened(connect("127.0.0.1").ours())).isFalse();
        assertThat(connections.opened(connect("127.0.0.2").ours())).isTrue();
    }

    @Test
    void requestsAreCounted() {
        assertThat(connections.enter()).isTrue();
        assertThat(connections.enter()).isTrue();
        assertThat(connections.enter()).isFalse();
        connections.leave();
        assertThat(connections.enter()).isTrue();
    }
}
