package org.bdm.core.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A part that was given up sends nothing more: one that is sent again cannot be overtaken by it. */
@Timeout(60)
class EndedRequestTest {
    private static final int PART_BYTES = 64 << 20; // more than buffers of a connection take
    private static final int END_WITHIN_MILLIS = 5_000;

    /** Takes a little of the body; how it goes on is the test's. */
    private interface Store {
        void has(Socket socket) throws IOException;
    }

    private static ErrorCode partEnds(Function<URI, S3Fixture> client, Store store) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                S3Fixture sending = client.apply(URI.create("http://127.0.0.1:" + listening.getLocalPort()))) {
            CompletableFuture<Socket> first = CompletableFuture.supplyAsync(() -> accepted(listening, store));
            CompletableFuture<ErrorCode> code = new CompletableFuture<>();
            assertThatThrownBy(
                            () -> sending.bucket().putPart("a", "u", 1, ByteBuffer.allocate(PART_BYTES), new byte[32]))
                    .isInstanceOfSatisfying(MoverException.class, e -> code.complete(e.code()));
            try (Socket socket = first.join()) {
                assertThat(bytesUntilTheEnd(socket)).as("of the part").isLessThan(PART_BYTES);
            }
            return code.join();
        }
    }

    private static Socket accepted(ServerSocket listening, Store store) {
        try {
            Socket socket = listening.accept();
            int unused = socket.getInputStream().readNBytes(100_000).length;
            store.has(socket);
            return socket;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What had left before; a connection that stays open fails by its timeout. */
    private static long bytesUntilTheEnd(Socket socket) throws IOException {
        socket.setSoTimeout(END_WITHIN_MILLIS);
        InputStream in = socket.getInputStream();
        byte[] piece = new byte[1 << 16];
        long bytes = 0;
        try {
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) bytes += length;
        } catch (java.net.SocketException reset) {
            // an end as well
        }
        return bytes;
    }

    @Test
    void aPartThatAStoreTakesNoMoreOfIsClosedWhenItIsGivenUp() throws Exception {
        assertThat(partEnds(S3Fixture::hasty, socket -> {})).isEqualTo(ErrorCode.TIMED_OUT);
    }

    @Test
    void aConnectionThatAStoreHalfClosesIsLostAndClosed() throws Exception {
        assertThat(partEnds(address -> new S3Fixture(address, Optional.empty()), Socket::shutdownOutput))
                .isEqualTo(ErrorCode.CONNECTION_LOST);
    }
}
