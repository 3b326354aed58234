package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScrubCommandTest {
    private static final String SCRUB = """
        {"state":"CHECKING","isOn":true,"percentPerWeek":2.0,"hours":"20:00-06:00","zone":"Europe/Berlin",
         "bytesPerSecond":104857600,"week":{"beganAt":"2026-11-20T10:00:00Z","filesMax":200,"checked":50,"bytes":2048,
         "damaged":3,"missing":1,"unreadable":0},"trouble":"in/a is not on disk","troubleAt":"2026-11-20T11:00:00Z",
         "oldestCheckAt":null,"damagedFiles":4,"missingFiles":1}\
        """;

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void showsSettingsProgressAndFindings() {
        server.on("GET /scrub", 200, SCRUB);
        Result result = command.run("scrub", "status");
        assertThat(result.out())
                .contains(
                        "CHECKING",
                        "20:00-06:00 Europe/Berlin",
                        "100 MiB/s",
                        "50 of 200 files",
                        "3 damaged, 1 missing, 0 unreadable",
                        "not every file was checked",
                        "in/a is not on disk");
    }

    @Test
    void startsAndPauses() {
        server.on("PATCH /scrub", 200, SCRUB);
        assertThat(command.run("scrub", "start").code()).isZero();
        assertThat(server.only("PATCH /scrub").body()).contains("\"isOn\":true");
    }

    @Test
    void changesOnlyWhatIsGiven() {
        server.on("PATCH /scrub", 200, SCRUB);
        command.run("scrub", "set", "--share", "1.92", "--rate", "100MiB/s");
        assertThat(server.only("PATCH /scrub").body())
                .contains("\"percentPerWeek\":1.92", "\"bytesPerSecond\":104857600")
                .doesNotContain("true", "false");
        assertThat(command.run("scrub", "set").code()).isEqualTo(2);
        assertThat(command.run("scrub", "set", "--rate", "fast").code()).isEqualTo(2);
    }
}
