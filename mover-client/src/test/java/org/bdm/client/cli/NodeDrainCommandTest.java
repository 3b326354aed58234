package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeDrainCommandTest {
    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    private static String node(String id, String host, int jobs) {
        return "{\"id\":\"" + id
                + "\",\"state\":\"DRAINING\",\"fingerprint\":\"SHA256:00\",\"roles\":[\"data\"],\"process\":\"process 7 on "
                + host + ", home /h\",\"version\":\"1\",\"url\":null,\"dataAddress\":null,\"exports\":[],\"jobs\":"
                + jobs
                + ",\"isThis\":false,\"startedAt\":\"2026-11-20T10:00:00Z\",\"seenAt\":\"2026-11-20T10:00:00Z\"}";
    }

    private static String thisHost() throws UnknownHostException {
        return InetAddress.getLocalHost().getHostName();
    }

    @Test
    void theNodeOfThisHostIsFoundAndAwaited() throws UnknownHostException {
        server.on("GET /nodes", 200, Recorded.page(node("node-1", "elsewhere", 3), node("node-2", thisHost(), 0)))
                .on("POST /nodes/node-2/drain", 200, node("node-2", thisHost(), 1));
        Result result = command.run("node", "drain", "--here", "--wait", "1m");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err())
                .isEqualToNormalizingNewlines("node-2 is DRAINING\nnode-2 works on no job and can be stopped\n");
    }

    @Test
    void aNodeThatWorksForTooLongIsLeftDraining() {
        server.on("GET /nodes", 200, Recorded.page(node("node-1", "dtn1", 3)))
                .on("POST /nodes/node-1/drain", 200, node("node-1", "dtn1", 3));
        Result result = command.run("node", "drain", "node-1", "--wait", "30s");
        assertThat(result.code()).isEqualTo(6);
        assertThat(result.err()).contains("node-1 still works on jobs");
    }

    @Test
    void withoutANodeOnThisHostNothingIsDrained() {
        server.on("GET /nodes", 200, Recorded.page(node("node-1", "another-host", 0)));
        Result result = command.run("node", "drain", "--here");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("no node runs on this host").contains("node list");
        assertThat(command.run("node", "drain").code()).isEqualTo(2);
    }
}
