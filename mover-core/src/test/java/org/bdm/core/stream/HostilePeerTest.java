package org.bdm.core.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.FrameWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostilePeerTest {
    private StreamPair pair = StreamPair.plain(TransportKind.best());

    @AfterEach
    void close() {
        pair.close();
    }

    private void restart(AcceptSettings settings) {
        pair.close();
        pair = new StreamPair(TransportKind.best(), settings, TlsContexts.bestProvider());
    }

    private RawClient client() throws IOException {
        return new RawClient(pair.acceptor.address());
    }

    @Test
    void httpGetsOneAnswerAndIsClosed() throws IOException {
        try (RawClient client = client().send("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII))) {
            Instant start = Instant.now();
            assertThat(new String(client.readAll(), US_ASCII)).startsWith("HTTP/1.1 400 Bad Request\r\n");
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(1));
        }
        assertThat(pair.refusals)
                .singleElement()
                .satisfies(e -> assertThat(e.detail()).contains("HTTP"));
    }

    @Test
    void garbageIsClosedWithoutAnAnswer() throws IOException {
        byte[] garbage = new byte[100_000];
        new Random(3).nextBytes(garbage);
        garbage[0] = 0x55;
        try (RawClient client = client().send(garbage)) {
            assertThat(client.readAll()).isEmpty();
        }
        assertThat(pair.refusals)
                .singleElement()
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION));
    }

    @Test
    void aDamagedPrefaceIsClosed() throws IOException {
        try (RawClient client = client().send("BDM1\n\n".getBytes(US_ASCII))) {
            assertThat(client.readAll()).isEmpty();
        }
    }

    @Test
    void aHeaderWithAWrongChecksumEndsTheStream() throws IOException {
        byte[] header = header(20, 8);
        header[20] ^= 1;
        assertStreamEnds(ErrorCode.CONNECTION_LOST, header);
    }

    @Test
    void aPayloadLengthOfFourGigabytesEndsTheStreamAndAllocatesNothing() throws IOException {
        assertStreamEnds(ErrorCode.PROTOCOL_VIOLATION, header(7, 0xffffffff));
    }

    @Test
    void aLargeFrameBeforeTheEndOfTheGreetingEndsTheStream() throws IOException {
        assertStreamEnds(ErrorCode.PROTOCOL_VIOLATION, header(7, 256 << 10));
    }

    @Test
    void aBlockThatNobodyTakesEndsTheStream() throws IOException {
        byte[] block = header(8, 1 << 20);
        ByteBuffer.wrap(block).putInt(40, 1 << 20);
        seal(block);
        assertStreamEnds(ErrorCode.PROTOCOL_VIOLATION, block);
    }

    /** The peer is told why in an ERROR, and closed. */
    private void assertStreamEnds(ErrorCode code, byte[] frame) throws IOException {
        try (RawClient client = client().send(FirstBytesHandler.PREFACE, frame)) {
            Instant start = Instant.now();
            byte[] answer = client.readAll();
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(1));
            assertThat(answer[3]).as("type of the answer").isEqualTo((byte) 19);
            assertThat(ByteBuffer.wrap(answer).getShort(65)).isEqualTo((short) code.number());
        }
        assertThat(pair.acceptedListener.closed.join().code()).isEqualTo(code);
    }

    @Test
    void anOptionalFrameThatIsUnknownIsSkipped() throws IOException {
        byte[] unknown = header(99, 5000);
        ByteBuffer.wrap(unknown).putShort(4, (short) 1);
        seal(unknown);
        byte[] next = bytes(new Frame.Goodbye(true, "next"));
        try (RawClient client = client().send(FirstBytesHandler.PREFACE, unknown, new byte[5000], next)) {
            assertThat(client).isNotNull();
            await().until(() -> !pair.acceptedListener.frames.isEmpty());
            assertThat(pair.acceptedListener.frames).containsExactly(new Frame.Goodbye(true, "next"));
        }
    }

    @Test
    void aFrameThatComesByteByByteIsRead() throws IOException {
        byte[] frame = bytes(new Frame.Goodbye(true, "slow"));
        try (RawClient client = client()) {
            client.send(FirstBytesHandler.PREFACE);
            for (byte b : frame) client.send(new byte[] {b});
            await().until(() -> !pair.acceptedListener.frames.isEmpty());
            assertThat(pair.acceptedListener.frames).containsExactly(new Frame.Goodbye(true, "slow"));
        }
    }

    @Test
    void whoDoesNotGreetInTimeIsDropped() throws IOException {
        restart(StreamPair.settings(true, withGreeting(Duration.ofMillis(300))));
        try (RawClient silent = client();
                RawClient half = client().send(new byte[] {'B', 'D'});
                RawClient preface = client().send(FirstBytesHandler.PREFACE, new byte[] {1, 2});
                RawClient tls = client().send(new byte[] {0x16, 3, 1, 2, 0})) {
            silent.readAll();
            half.readAll();
            preface.readAll();
            tls.readAll();
        }
        await().until(() -> pair.acceptor.connections() == 0);
        assertThat(pair.refusals)
                .hasSize(3)
                .allSatisfy(e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
        assertThat(pair.acceptedListener.closed.join().code()).isEqualTo(ErrorCode.TIMED_OUT);
    }

    private static StreamTiming withGreeting(Duration greeting) {
        StreamTiming quick = StreamPair.QUICK;
        return new StreamTiming(quick.connect(), greeting, quick.pingAfter(), quick.deadAfter(), quick.close());
    }

    @Test
    void silentConnectionsOfOneAddressGiveWayToWhoComesLater() throws IOException {
        restart(new AcceptSettings(
                Optional.of(StreamPair.serverTls()), true, 64, 4, withGreeting(Duration.ofMinutes(2))));
        List<RawClient> silent = new ArrayList<>();
        for (int i = 0; i < 4; i++) silent.add(client());
        await().until(() -> pair.acceptor.connections() == 4);
        try (RawClient another = client()) {
            await().until(() -> pair.refusals.size() == 1);
            another.send(FirstBytesHandler.PREFACE, bytes(new Frame.Goodbye(true, "here I am")));
            await().until(() -> !pair.acceptedListener.frames.isEmpty());
            for (int i = 0; i < 10; i++) silent.add(client());
            await().until(() -> pair.refusals.size() == 11);
            another.send(bytes(new Frame.Goodbye(true, "still here")));
            await().until(() -> pair.acceptedListener.frames.size() == 2);
        }
        assertThat(pair.refusals).allSatisfy(e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS));
        for (RawClient client : silent) client.close();
        await().until(() -> pair.acceptor.connections() == 0);
    }

    @Test
    void siteBehindTheAddressOfSilentConnectionsIsServed() throws IOException {
        restart(new AcceptSettings(
                Optional.of(StreamPair.serverTls()), false, 64, 4, withGreeting(Duration.ofMinutes(2))));
        List<RawClient> silent = new ArrayList<>();
        for (int i = 0; i < 40; i++) silent.add(client());
        await().until(() -> pair.refusals.size() == 36); // loops see them late: one of them would count as younger
        DataStream stream = pair.connect(StreamPair.clientTls(), new RecordingListener());
        assertThat(stream.peer().isEncrypted()).isTrue();
        assertThat(pair.accepted().peer().provenNode()).contains(StreamPair.CLIENT_KEY.node());
        for (RawClient client : silent) client.close();
    }

    @Test
    void siteThatProvedItsKeyKeepsItsPlaceWhileItGreets() throws IOException {
        restart(new AcceptSettings(
                Optional.of(StreamPair.serverTls()), true, 64, 4, withGreeting(Duration.ofMinutes(2))));
        DataStream stream = pair.connect(StreamPair.clientTls(), new RecordingListener());
        pair.accepted(); // the client is done with TLS before the server has seen its key
        List<RawClient> strangers = new ArrayList<>();
        for (int i = 0; i < 10; i++) strangers.add(client().send(FirstBytesHandler.PREFACE));
        await().until(() -> pair.refusals.size() == 6);
        stream.send(new Frame.Goodbye(true, "still here"));
        await().until(() -> !pair.acceptedListener.frames.isEmpty());
        for (RawClient client : strangers) client.close();
    }

    @Test
    void connectionWithoutAByteIsClosedInAThirdOfTheTimeForTheGreeting() throws IOException {
        restart(StreamPair.settings(true, withGreeting(Duration.ofSeconds(6))));
        Instant start = Instant.now();
        try (RawClient silent = client()) {
            silent.readAll();
        }
        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void plainIsRefusedWhereOnlyTlsIsTaken() {
        restart(StreamPair.settings(false, StreamPair.QUICK));
        RecordingListener listener = new RecordingListener();
        pair.connect(StreamSecurity.plain(), listener);
        assertThat(listener.closed.join().code()).isEqualTo(ErrorCode.SECURITY_MISMATCH);
        assertThat(pair.refusals)
                .singleElement()
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SECURITY_MISMATCH));
    }

    @Test
    void tlsIsRefusedWhereOnlyPlainIsTaken() {
        restart(new AcceptSettings(Optional.empty(), true, 64, 16, StreamPair.QUICK));
        assertThatThrownBy(() -> pair.connect(StreamPair.clientTls(), new RecordingListener()))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SECURITY_MISMATCH));
    }

    @Test
    void aServerWithAnotherKeyIsRefusedByTheClient() {
        NodeKey other = NodeKey.create(Clock.systemUTC(), new SecureRandom());
        StreamSecurity wrongPin = StreamSecurity.tls(StreamPair.CLIENT_KEY, other.node());
        assertThatThrownBy(() -> pair.connect(wrongPin, new RecordingListener()))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PEER_NOT_PINNED));
        await().until(() -> !pair.refusals.isEmpty());
        assertThat(pair.refusals.get(0).code()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
    }

    @Test
    void aClientWithAnotherKeyIsRefusedByTheServer() {
        NodeKey stranger = NodeKey.create(Clock.systemUTC(), new SecureRandom());
        RecordingListener listener = new RecordingListener();
        DataStream stream = pair.connect(StreamSecurity.tls(stranger, StreamPair.SERVER_KEY.node()), listener);
        stream.send(new Frame.Dial("s", 1));
        assertThat(listener.closed.join().code()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
        assertThat(pair.refusals)
                .singleElement()
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.PEER_NOT_PINNED));
        assertThat(pair.acceptedListener.frames).isEmpty();
    }

    @Test
    void tls12IsRefused() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new PinnedKeyTrust(node -> true)}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(
                        pair.acceptor.address().getAddress(),
                        pair.acceptor.address().getPort())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.setSoTimeout(5000);
            assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
        }
        await().until(() -> !pair.refusals.isEmpty());
        assertThat(pair.refusals.get(0).code()).isEqualTo(ErrorCode.SECURITY_MISMATCH);
    }

    @Test
    void nobodyListeningIsUnreachable() {
        var address = pair.acceptor.address();
        pair.acceptor.close().toCompletableFuture().join();
        assertThatThrownBy(() -> StreamPair.get(
                        pair.connector.connect(address, StreamSecurity.plain(), new RecordingListener())))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PEER_UNREACHABLE));
    }

    private static byte[] bytes(Frame frame) {
        ByteBuf encoded = FrameWriter.encode(frame, UnpooledByteBufAllocator.DEFAULT);
        byte[] bytes = new byte[encoded.readableBytes()];
        encoded.readBytes(bytes);
        encoded.release();
        return bytes;
    }

    /** A header with a right checksum. */
    private static byte[] header(int type, int payloadLength) {
        byte[] header = Arrays.copyOf(bytes(new Frame.Ping(1)), 64);
        header[3] = (byte) type;
        ByteBuffer.wrap(header).putInt(8, payloadLength).putLong(16, new RequestId(1).number());
        ByteBuffer.wrap(header).putInt(12, 1).putLong(24, 1);
        seal(header);
        return header;
    }

    private static void seal(byte[] header) {
        ByteBuffer all = ByteBuffer.wrap(header);
        all.putInt(60, RunningDigest.crc32c(all.slice(0, 60)));
    }
}
