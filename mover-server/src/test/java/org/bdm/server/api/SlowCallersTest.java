package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers that are slow on purpose take nothing from others: neither threads nor connections. */
class SlowCallersTest {
    private static final Duration AT_ONCE = Duration.ofSeconds(5);
    private static final int LARGE_BYTES = 32 << 20;

    @TempDir
    static Path home;

    private static RunningApi api;
    private final List<RawCaller> callers = new ArrayList<>();

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @AfterEach
    void hangUp() throws IOException {
        for (RawCaller caller : callers) caller.close();
    }

    private RawCaller caller(String address) throws IOException {
        RawCaller caller = RawCaller.from(address, api);
        callers.add(caller);
        return caller;
    }

    private static HttpRequest.Builder login(RunningApi api, String secret) {
        return HttpRequest.newBuilder(api.uri("/api/v1/login"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"token\":\"" + secret + "\"}"));
    }

    private void everybodyElseIsServed() {
        HttpRequest.Builder jobs = api.request("/jobs", Role.READER);
        for (HttpRequest.Builder request : List.of(
                HttpRequest.newBuilder(api.uri("/healthz")),
                jobs,
                HttpRequest.newBuilder(api.uri("/")),
                login(api, api.secret(Role.READER)))) {
            assertThat(status(request.timeout(AT_ONCE))).isEqualTo(200);
        }
    }

    /** A kept connection may be cut, to make a place, just when it is used again: its 408 lets every client repeat (RFC 9110, 15.5.9). */
    private static int status(HttpRequest.Builder request) {
        int first = api.send(request).status();
        return first == 408 ? api.send(request).status() : first;
    }

    @Test
    void fourHundredLoginsThatSendOneByteStopNobodyElse() throws IOException {
        for (int i = 0; i < 400; i++) {
            caller("127.0.0.1")
                    .head("POST /api/v1/login HTTP/1.1\nContent-Type: application/json\nContent-Length: 100")
                    .send("{");
        }
        everybodyElseIsServed();
    }

    @Test
    void bodiesThatFollowAWrongTokenAreNotWaitedFor() throws IOException {
        for (int i = 0; i < 250; i++) {
            caller("127.0.0.1")
                    .head("POST /api/v1/jobs HTTP/1.1\nAuthorization: Bearer bdm_wrong\n"
                            + "Content-Type: application/json\nTransfer-Encoding: chunked")
                    .send("400\r\n{");
        }
        assertThat(callers.get(249).status()).isIn(401, 429); // all others were judged before, or are soon
        callers.get(249).untilClosed();
        everybodyElseIsServed();
    }

    @Test
    void bodiesOfQuestionsThatNeedNoneAreNotWaitedFor() throws IOException {
        for (int i = 0; i < 250; i++) {
            caller("127.0.0.1")
                    .head("GET /healthz HTTP/1.1\nContent-Length: 100")
                    .send("{");
        }
        everybodyElseIsServed();
    }

    @Test
    void sixtyFourSlowReadersOfAPublicExportLeaveItToOthers() throws IOException {
        Files.write(api.archive.resolve("large.nc"), new byte[LARGE_BYTES]);
        for (int i = 0; i < 64; i++) {
            caller("127.0.0.1").head("GET /thredds/fileServer/archive/large.nc HTTP/1.1");
        }
        for (RawCaller slow : callers) assertThat(slow.status()).isIn(200, 503);
        assertThat(caller("127.0.0.2")
                        .head("GET /thredds/fileServer/archive/large.nc HTTP/1.1\nRange: bytes=0-9")
                        .status())
                .as("somebody at another address")
                .isEqualTo(206);
        HttpRequest.Builder known = HttpRequest.newBuilder(api.uri("/thredds/fileServer/archive/large.nc"))
                .header("Authorization", "Bearer " + api.secret(Role.READER))
                .header("Range", "bytes=0-9");
        assertThat(api.send(known).status()).as("who shows a token").isEqualTo(206);
        everybodyElseIsServed();
    }
}
