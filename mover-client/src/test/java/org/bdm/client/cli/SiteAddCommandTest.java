package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of pairing by URL: which token goes to which site. */
@Tag("U15")
class SiteAddCommandTest {
    private final FakeServer server = new FakeServer();
    private final FakeServer peer = new FakeServer();

    @TempDir
    Path directory;

    private String own = "";
    private String others = "";

    @BeforeEach
    void writeTokens() throws IOException {
        own = Files.writeString(directory.resolve("own"), "own-token").toString();
        others = Files.writeString(directory.resolve("others"), "others-token").toString();
        String site = "{\"name\":\"a\",\"fingerprint\":\"SHA256:ab\",\"state\":\"REACHABLE\",\"read\":[]}";
        for (FakeServer each : List.of(server, peer)) {
            each.on("GET /version", 200, "{\"version\":\"1\",\"site\":\"" + (each == server ? "b" : "a") + "\"}")
                    .on("GET /exports", 200, Recorded.page())
                    .on("POST /sites", 201, site);
        }
        peer.on(
                "POST /invitations",
                201,
                "{\"id\":\"i\",\"name\":\"b\",\"code\":\"CODE\",\"expiresAt\":\"2026-11-21T10:00:00Z\"}");
    }

    @AfterEach
    void stop() {
        server.close();
        peer.close();
    }

    private Result run(String... args) {
        return new CommandRun().environment("BDM_SERVER", server.url()).run(args);
    }

    private void assertThatEachGotItsToken() {
        assertThat(peer.only("POST /invitations").header("Authorization")).isEqualTo("Bearer others-token");
        assertThat(server.only("POST /sites").header("Authorization")).isEqualTo("Bearer own-token");
    }

    @Test
    void theTokenOfTheOtherSiteHasItsOwnOption() {
        Result result = run("site", "add", "a", peer.url(), "--peer-token-file", others, "--token-file", own);
        assertThat(result.code()).isZero();
        assertThat(result.err()).doesNotContain("warning");
        assertThatEachGotItsToken();
    }

    @Test
    void theFormOfBeforeWorksWithAWarning() {
        Result result = run("--token-file", own, "site", "add", "a", peer.url(), "--token-file", others);
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("warning", "--peer-token-file");
        assertThatEachGotItsToken();
    }

    @Test
    void theTokenThatTheOtherSiteRefusesIsSaidToBeItsOwn() {
        try (FakeServer strict = new FakeServer()) {
            strict.on("GET /version", 200, "{\"version\":\"1\",\"site\":\"a\"}")
                    .on("GET /exports", 401, Recorded.problem(401, "NOT_AUTHENTICATED"));
            Result result = run("site", "add", "a", strict.url(), "--peer-token-file", others, "--token-file", own);
            assertThat(result.code()).isEqualTo(4);
            assertThat(result.err())
                    .contains(
                            "site a does not accept the token that was given",
                            "Give --peer-token-file a token of that");
        }
    }

    @Test
    void aMissingTokenAndACodeWithOneAreUsageErrors() {
        assertThat(run("site", "add", "a", peer.url()).err()).contains("--peer-token-file");
        Result code = run("site", "add", "a", "BDM1-CODE", "--peer-token-file", others);
        assertThat(code.code()).isEqualTo(2);
        assertThat(code.err()).contains("--peer-token-file needs the URL");
    }

    /** A pattern may match other programs of the user; the ready line has the number of the process. */
    @Test
    void noPageTellsToPairOrToKillTheOldWay() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", "docs"))) {
            for (Path page : Stream.concat(Stream.of(Path.of("..", "README.md")), files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                assertThat(Files.readString(page))
                        .as(page.toString())
                        .doesNotContain("pkill", "killall")
                        .doesNotContainPattern("site add \\S+ https?://\\S+ --token-file");
            }
        }
    }
}
