package org.bdm.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.bdm.client.batch.BatchLineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 as the client speaks it, byte by byte. */
class ServerLinksTest {
    private static final RestRequest GET = RestRequest.of("GET", "/api/v1/jobs");

    private static String got(ServerLinks links, RestRequest request) throws IOException {
        RestAnswer answer = links.exchange(request);
        try (InputStream body = answer.body()) {
            return answer.status() + " " + new String(body.readAllBytes(), UTF_8);
        }
    }

    @Test
    void sendsWhatIsAskedAndReadsAsManyBytesAsAnnounced() throws IOException {
        try (ScriptedServer server =
                new ScriptedServer(c -> c.head().say("HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhello, and more"))) {
            ServerLinks links = new ServerLinks(server.address());
            assertThat(got(links, GET.header("Accept", "*/*"))).isEqualTo("200 hello");
            assertThat(server.heads)
                    .containsExactly("GET /api/v1/jobs HTTP/1.1\r\nHost: "
                            + server.address().base().getRawAuthority() + "\r\nAccept: */*\r\n\r\n");
        }
    }

    @Test
    void readsChunksAndGoesOnOverTheSameConnection() throws IOException {
        try (ScriptedServer server = new ScriptedServer(c -> {
            c.head()
                    .say(
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=1\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n");
            c.head().say("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
        })) {
            ServerLinks links = new ServerLinks(server.address());
            assertThat(got(links, GET)).isEqualTo("200 abc0123456789");
            assertThat(got(links, GET)).isEqualTo("404 ");
        }
    }

    @Test
    void readsToTheEndOfTheConnectionWhenNoLengthIsSaid() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                c -> c.head().say("HTTP/1.0 200 OK\r\n\r\nall of it").close())) {
            assertThat(got(new ServerLinks(server.address()), GET)).isEqualTo("200 all of it");
        }
    }

    @Test
    void asksAgainWhenTheServerClosedTheIdleConnection() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                c -> c.head()
                        .say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1")
                        .close(),
                c -> c.head()
                        .say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2")
                        .close())) {
            ServerLinks links = new ServerLinks(server.address());
            assertThat(got(links, GET)).isEqualTo("200 1");
            assertThat(got(links, GET)).isEqualTo("200 2");
        }
    }

    @Test
    void neverRepeatsWhatMayHaveBeenDone() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                c -> c.head().say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1"),
                c -> c.head().close(),
                c -> c.head().close())) {
            ServerLinks links = new ServerLinks(server.address());
            assertThat(got(links, GET)).isEqualTo("200 1");
            RestRequest pause = RestRequest.of("POST", "/api/v1/jobs/job-1/pause");
            assertThatThrownBy(() -> links.exchange(pause)).isInstanceOf(EOFException.class);
            assertThat(server.requestLines()).hasSize(2);
            assertThat(server.heads.get(1)).contains("\r\nContent-Length: 0\r\n");
        }
    }

    @Test
    void streamsABodyOfUnknownLength() throws IOException {
        String[] body = new String[1];
        try (ScriptedServer server = new ScriptedServer(c -> {
            body[0] = c.head().bodyUntil("0\r\n\r\n");
            c.say("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok");
        })) {
            RestRequest post = RestRequest.of("POST", "/p")
                    .body("application/x-ndjson", () -> new ByteArrayInputStream("{}\n{}\n".getBytes(UTF_8)));
            assertThat(got(new ServerLinks(server.address()), post)).isEqualTo("201 ok");
            assertThat(body[0]).isEqualTo("6\r\n{}\n{}\n\r\n0\r\n\r\n");
        }
    }

    @Test
    void reportsWhyTheServerRefusedBeforeItHadTheWholeBody() throws IOException {
        try (ScriptedServer server = new ScriptedServer(c -> {
            c.head().body(10);
            c.say("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig");
        })) {
            InputStream moreThanBuffersHold = new ByteArrayInputStream(new byte[64 << 20]);
            RestRequest post = RestRequest.of("POST", "/p").body("text/plain", () -> moreThanBuffersHold);
            assertThat(got(new ServerLinks(server.address()), post)).isEqualTo("413 big");
        }
    }

    @Test
    void passesOnWhatGoesWrongInTheBodyOfTheRequest() throws IOException {
        try (ScriptedServer server = new ScriptedServer(c -> c.head().bodyUntil("never"))) {
            InputStream bad = new FilterInputStream(InputStream.nullInputStream()) {
                @Override
                public int read(byte[] target, int offset, int length) {
                    throw new BatchLineException(3, "not a pair");
                }
            };
            RestRequest post = RestRequest.of("POST", "/p").body("text/plain", () -> bad);
            assertThatThrownBy(() -> new ServerLinks(server.address()).exchange(post))
                    .isInstanceOf(BatchLineException.class)
                    .hasMessage("line 3: not a pair");
        }
    }

    @Test
    void doesNotTakeAShortBodyForAWholeOne() throws IOException {
        for (String head : List.of("Content-Length: 10\r\n\r\nshort", "Transfer-Encoding: chunked\r\n\r\nA\r\nshort")) {
            try (ScriptedServer server = new ScriptedServer(
                    c -> c.head().say("HTTP/1.1 200 OK\r\n" + head).close())) {
                assertThatThrownBy(() -> got(new ServerLinks(server.address()), GET))
                        .isInstanceOf(EOFException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0-OpenSSH_9\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 200 OK\r\nno header\r\n\r\n"})
    void refusesWhatIsNotHttp(String answer) throws IOException {
        try (ScriptedServer server = new ScriptedServer(c -> c.head().say(answer))) {
            assertThatThrownBy(() -> new ServerLinks(server.address()).exchange(GET))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void endsWhenNoAnswerComesInTime() throws IOException {
        try (ScriptedServer server = new ScriptedServer(c -> c.head())) {
            assertThatThrownBy(() -> new ServerLinks(server.address()).exchange(GET.within(Duration.ofMillis(50))))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void tellsThatNothingWasSent() {
        ServerLinks nowhere =
                new ServerLinks(new ServerAddress(URI.create("http://no-such-host.invalid:1"), null, null));
        assertThatThrownBy(() -> nowhere.exchange(GET))
                .isInstanceOf(ConnectException.class)
                .hasCauseInstanceOf(UnknownHostException.class);
        ServerLinks closed = new ServerLinks(new ServerAddress(URI.create("http://127.0.0.1:1"), null, null));
        assertThatThrownBy(() -> closed.exchange(GET)).isInstanceOf(ConnectException.class);
    }

    @Test
    void refusesHeadersThatWouldBeTwo() {
        assertThatThrownBy(() -> GET.header("Idempotency-Key", "a\r\nHost: other"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Idempotency-Key");
    }
}
