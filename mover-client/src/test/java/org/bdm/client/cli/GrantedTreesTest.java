package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Finds the trees that a paired site lets this one read, without knowing them before. */
@Tag("U2")
class GrantedTreesTest {
    private final FakeServer server = new FakeServer();

    @BeforeEach
    void pair() {
        server.on(
                        "GET /exports",
                        200,
                        Recorded.page("{\"name\":\"in\",\"site\":\"south\",\"mode\":\"rw\",\"available\":true}"))
                .on(
                        "GET /sites/north/grants",
                        200,
                        "{\"site\":\"north\",\"read\":[\"data/CMIP6/CMIP\",\"obs\"],\"write\":[\"drop\"]}")
                .on("GET /exports/data/entries", 403, Recorded.problem(403, "NOT_ALLOWED"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Result run(String... args) {
        return new CommandRun().environment("BDM_SERVER", server.url()).run(args);
    }

    @Test
    void aSiteAloneListsWhatMayBeReadThere() {
        assertThat(run("ls", "bdm://north")).isEqualTo(new Result(0, "data/CMIP6/CMIP/\nobs/\n", ""));
        assertThat(run("ls", "bdm://north/").out()).contains("obs/");
        assertThat(run("ls", "bdm://south").out()).isEqualToNormalizingNewlines("in/\n");
        assertThat(run("ls", "bdm://north", "--json").out())
                .startsWith("{\"name\":\"data/CMIP6/CMIP\",\"kind\":\"DIRECTORY\"");
    }

    @Test
    void anExportOfWhichAPartIsGrantedListsThatPart() {
        assertThat(run("ls", "bdm://north/data")).isEqualTo(new Result(0, "CMIP6/CMIP/\n", ""));
        assertThat(run("ls", "bdm://north/data/CMIP6")).isEqualTo(new Result(0, "CMIP/\n", ""));
        Result closed = run("ls", "bdm://north/data/CMIP5");
        assertThat(closed.code()).isEqualTo(4);
        assertThat(closed.err()).contains("NOT_ALLOWED");
    }

    @Test
    void aSiteThatLetsNothingBeReadSaysSo() {
        server.on("GET /sites/east/grants", 200, "{\"site\":\"east\",\"read\":[],\"write\":[]}");
        assertThat(run("ls", "bdm://east").err()).contains("site invite");
    }

    @Test
    void aSiteIsShownWithTheRightsThatItGave() {
        server.on(
                "GET /sites/north",
                200,
                "{\"site\":{\"name\":\"north\",\"fingerprint\":\"SHA256:ab\",\"state\":\"REACHABLE\"},\"relation\":\"EITHER\",\"nodes\":[]}");
        assertThat(run("site", "show", "north").out()).contains("read there: data/CMIP6/CMIP,obs; write there: drop");
    }
}
