package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatasetEventsCommandTest {
    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void messagesAreSentAsTheyAreAndARefusedOneMakesTheExitCodeOne() {
        server.on("POST /catalog-events", 200, """
                {"messages":3,"taken":2,"passedOver":0,"notRead":0,"refused":1,"troubles":[{"line":2,"reason":"it is no JSON"}]}""");

        Result result = command.input("{}\nx\n").run("dataset", "events", "-", "--index", "west", "--all");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("accepted       2 events", "2  it is no JSON");
        assertThat(server.only("POST /catalog-events").body()).isEqualTo("{}\nx\n");
        assertThat(server.only("POST /catalog-events").query()).contains("index=west", "datasets=all");
    }
}
