package org.bdm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.bdm.client.ScriptedServer.Script;
import org.bdm.core.control.Problem;
import org.bdm.core.control.job.EventView;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.SubmitJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A control plane that dies while it is asked: behind a load balancer the next connection leads to another one. */
class LostConnectionTest {
    private static final Script DIES = connection -> connection.head().close();
    private static final SubmitJob JOB = new SubmitJob(
            "one", "FILE", List.of(new JobItem("bdm://a/d/f", "bdm://b/d/f", false, null, List.of())), null);

    private final List<Duration> pauses = new ArrayList<>();

    private static Script answers(int status, String body) {
        return connection -> connection
                .head()
                .say("HTTP/1.1 " + status + " x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static Script feeds(String lines, boolean isWhole) {
        return connection -> {
            String chunk = Integer.toHexString(lines.length()) + "\r\n" + lines + "\r\n";
            connection.head().say("HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk);
            if (isWhole) connection.say("0\r\n\r\n");
            else connection.close();
        };
    }

    private static String event(int number) {
        return "id: " + number + "\ndata: {\"id\":\"" + number
                + "\",\"at\":\"2026-11-20T10:00:00Z\",\"kind\":\"JOB_STATE\",\"text\":\"x\"}\n\n";
    }

    @Test
    void readingIsRepeated() throws IOException {
        try (ScriptedServer server = new ScriptedServer(DIES, DIES, answers(200, Recorded.job("ACTIVE")))) {
            assertThat(new MoverApi(server.address()).job("job-7").state()).isEqualTo("ACTIVE");
            assertThat(server.requestLines()).hasSize(3).containsOnly("GET /api/v1/jobs/job-7 HTTP/1.1");
        }
    }

    @Test
    void submittingIsRepeatedWithTheSameKeyAndBody() throws IOException {
        try (ScriptedServer server = new ScriptedServer(DIES, answers(201, Recorded.job("QUEUED")))) {
            assertThat(new MoverApi(server.address()).submit(JOB, "the-key").id())
                    .isEqualTo("job-7");
            assertThat(server.heads).hasSize(2).allMatch(head -> head.contains("Idempotency-Key: the-key\r\n"));
            assertThat(server.heads.get(1)).isEqualTo(server.heads.get(0));
        }
    }

    @Test
    void whatHasAnEffectEachTimeIsSentOnce() throws IOException {
        try (ScriptedServer server = new ScriptedServer(DIES, answers(200, Recorded.job("PAUSED")))) {
            MoverApi api = new MoverApi(server.address());
            assertThatThrownBy(() -> api.pause("job-7")).isInstanceOf(ServerUnreachable.class);
            assertThat(server.requestLines()).hasSize(1);
        }
    }

    @Test
    void aFeedThatBreaksContinuesAfterItsLastEvent() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                feeds(event(5) + "event:alive\ndata:{}\n\n" + event(6), false),
                DIES,
                feeds(event(7), false),
                feeds(event(8), true))) {
            try (Stream<EventView> events = new MoverApi(server.address()).followEvents("job-7", "4")) {
                assertThat(events.map(EventView::id)).containsExactly("5", "6", "7", "8");
            }
            assertThat(server.heads)
                    .extracting(head -> head.replaceAll("(?s).*Last-Event-ID: (\\d+).*", "$1"))
                    .containsExactly("4", "6", "6", "7");
        }
    }

    @Test
    void whereNobodyListensItIsSaidAtOnce() throws IOException {
        URI nobody;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + closed.getLocalPort());
        }
        RestConnection rest = new RestConnection(new ServerAddress(nobody, null, null), new Repetition(pauses::add));
        int[] attempts = {0};
        assertThatThrownBy(() -> new Repetition(pauses::add).of(() -> {
                    attempts[0]++;
                    return rest.send("GET", RestPath.of("/jobs"), null, Json.type(Object.class));
                }))
                .isInstanceOf(ServerUnreachable.class);
        assertThat(attempts[0]).isEqualTo(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void itGivesUpAfterThreeRepetitions() {
        assertThatThrownBy(() -> new Repetition(pauses::add).of(() -> {
                    throw new ServerUnreachable(URI.create("http://x"), "lost", new IOException("reset"));
                }))
                .isInstanceOf(ServerUnreachable.class);
        assertThat(pauses).containsExactly(Duration.ZERO, Duration.ofMillis(500), Duration.ofSeconds(2));
    }

    @Test
    void aBadGatewayAndThenNobodyReadyIsWaitedOut() {
        int[] statuses = {502, 503, 503};
        int[] attempts = {0};
        String answer = new Repetition(pauses::add).of(() -> {
            int attempt = attempts[0]++;
            if (attempt == statuses.length) return "the answer";
            throw refusal(statuses[attempt]);
        });
        assertThat(answer).isEqualTo("the answer");
        assertThatThrownBy(() -> new Repetition(pauses::add).of(() -> {
                    throw refusal(503);
                }))
                .as("a server that refuses for now is for the caller to ask again")
                .isInstanceOf(ServerRefusal.class);
        assertThat(pauses).hasSize(statuses.length);
    }

    private static ServerRefusal refusal(int status) {
        return ServerRefusal.of(
                Json.read(Recorded.problem(status, "X").getBytes(StandardCharsets.UTF_8), Json.type(Problem.class)));
    }

    @Test
    @Tag("U12")
    void aBusyServerIsAskedAgainAfterGrowingPauses() {
        for (String code : new String[] {"TOO_MANY_REQUESTS", "CATALOG_FULL", "HTTP_503"}) {
            pauses.clear();
            assertThatThrownBy(() -> new Repetition(pauses::add).of(() -> {
                        throw ServerRefusal.of(Json.read(
                                Recorded.problem(503, code).getBytes(StandardCharsets.UTF_8),
                                Json.type(Problem.class)));
                    }))
                    .isInstanceOf(ServerRefusal.class);
            assertThat(pauses)
                    .as(code)
                    .containsExactly(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(5));
        }
    }

    @Test
    @Tag("U12")
    void aServerThatDoesNotAnswerInTimeIsCalledBusyAndAskedTwiceMore() {
        ServerUnreachable timedOut =
                new ServerUnreachable(URI.create("http://x"), "busy: no answer in time", new SocketTimeoutException());
        assertThatThrownBy(() -> new Repetition(pauses::add).of(() -> {
                    throw timedOut;
                }))
                .isSameAs(timedOut);
        assertThat(pauses).containsExactly(Duration.ofMillis(500), Duration.ofSeconds(2));
        assertThat(timedOut.advice()).contains("busy").doesNotContain("Start it");
    }

    @Test
    @Tag("U12")
    void onlyWhereNobodyListensAServerIsToBeStarted() {
        URI server = URI.create("http://x");
        assertThat(new ServerUnreachable(server, "", new ConnectException("refused")).advice())
                .contains("Start it");
        assertThat(new ServerUnreachable(server, "", new IOException("reset")).advice())
                .doesNotContain("Start it");
        assertThat(new ServerUnreachable(server, "", new SSLException("bad")).advice())
                .contains("--ca-file");
        ConnectException unknown = new ConnectException("x");
        unknown.initCause(new UnknownHostException("x"));
        assertThat(new ServerUnreachable(server, "", unknown).advice()).contains("Check the name");
    }
}
