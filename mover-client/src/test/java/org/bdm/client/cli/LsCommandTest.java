package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LsCommandTest {
    private static final String DIRECTORY = "{\"name\":\"v1\",\"kind\":\"DIRECTORY\"}";
    private static final String FILE =
            "{\"name\":\"tas.nc\",\"kind\":\"FILE\",\"size\":2048,\"mtime\":\"2026-11-20T10:00:00Z\"}";

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void namesAloneWithoutOptionsAndExactSizesWhenLong() {
        server.on("GET /exports/data/entries", 200, Recorded.page(DIRECTORY, FILE))
                .on("GET /exports/data/entries", 200, Recorded.page(DIRECTORY, FILE));
        assertThat(command.run("ls", "bdm://a/data").out()).isEqualToNormalizingNewlines("v1/\ntas.nc\n");
        assertThat(command.run("ls", "-l", "bdm://a/data").out()).contains("2048  2026-11-20 10:00:00  tas.nc");
    }

    @Test
    void aFileIsListedFromItsDirectory() {
        server.on("GET /exports/data/entries", 409, Recorded.problem(409, "NOT_A_DIRECTORY"))
                .on("GET /exports/data/entries", 200, Recorded.page(DIRECTORY, FILE));
        assertThat(command.run("ls", "bdm://a/data/x/tas.nc").out()).isEqualToNormalizingNewlines("tas.nc\n");
        assertThat(server.requests("GET /exports/data/entries"))
                .extracting(FakeServer.Request::query)
                .containsExactly("site=a&path=x%2Ftas.nc&limit=1000", "site=a&path=x&limit=1000");
    }

    @Test
    void recursionIsOneListWhereTheSiteListsTrees() {
        server.on("GET /exports/data/entries", 200, Recorded.page(DIRECTORY, FILE));
        assertThat(command.run("ls", "-R", "bdm://a/data").out()).isEqualToNormalizingNewlines("v1/\ntas.nc\n");
        assertThat(server.requests("GET /exports/data/entries"))
                .extracting(FakeServer.Request::query)
                .containsExactly("site=a&path=&recursive=true&limit=1000");
    }

    @Test
    void recursionShowsPathsFromWhereItBegan() {
        server.on("GET /exports/data/entries", 422, Recorded.problem(422, "UNSUPPORTED"))
                .on("GET /exports/data/entries", 200, Recorded.page(DIRECTORY, FILE))
                .on("GET /exports/data/entries", 200, Recorded.page(FILE));
        assertThat(command.run("ls", "-R", "bdm://a/data").out())
                .isEqualToNormalizingNewlines("v1/\ntas.nc\nv1/tas.nc\n");
    }

    @Test
    void theShortHelpOptionIsItsOwn() {
        assertThat(command.run("ls", "--help").out()).contains("--human-readable");
    }
}
