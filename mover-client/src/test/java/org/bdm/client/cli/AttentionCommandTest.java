package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttentionCommandTest {
    private static final String ACKNOWLEDGED =
            "{\"by\":\"ann\",\"at\":\"2026-11-20T11:00:00Z\",\"until\":\"2026-11-27T11:00:00Z\",\"note\":\"a typo\"}";

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    private static String item(String id, String code, String acknowledgement) {
        String job = id.substring(id.indexOf("job"));
        return "{\"id\":\"" + id + "\",\"kind\":\"FAILED\",\"code\":\"" + code + "\",\"text\":\"" + job
                + ": 3 files failed\",\"advice\":\"Correct it.\",\"since\":\"2026-11-20T10:00:00Z\","
                + "\"lastAt\":\"2026-11-20T10:30:00Z\",\"times\":2,\"files\":3,\"jobIds\":[\"" + job
                + "\"],\"site\":null,\"command\":\"bdm-client retry " + job + "\",\"request\":{\"method\":\"POST\","
                + "\"path\":\"/api/v1/jobs/" + job + "/retry\",\"body\":null},\"acknowledgement\":" + acknowledgement
                + "}";
    }

    private static String page(String... items) {
        return "{\"items\":[" + String.join(",", items) + "],\"nextCursor\":null}";
    }

    @Test
    void itemsAreGroupedByCauseWithTheCommandThatSettlesThem() {
        server.on(
                "GET /attention",
                200,
                page(
                        item("failed-job-7", "SOURCE_UNREADABLE", "null"),
                        item("failed-job-9", "SOURCE_UNREADABLE", "null")));
        Result result = command.run("attention");
        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .containsExactly(
                        "SOURCE_UNREADABLE: Correct it.",
                        "  failed-job-7  job-7: 3 files failed",
                        "    since 2026-11-20 10:00:00, 3 files, 2 times, last 2026-11-20 10:30:00",
                        "    bdm-client retry job-7",
                        "  failed-job-9  job-9: 3 files failed",
                        "    since 2026-11-20 10:00:00, 3 files, 2 times, last 2026-11-20 10:30:00",
                        "    bdm-client retry job-9");
        assertThat(server.only("GET /attention").query()).doesNotContain("acknowledged");
    }

    @Test
    void acknowledgedItemsAreListedOnRequestWithTheirNote() {
        server.on("GET /attention", 200, page(item("failed-job-7", "SOURCE_UNREADABLE", ACKNOWLEDGED)));
        Result result = command.run("attention", "--all");
        assertThat(result.out())
                .contains(
                        "acknowledged, SOURCE_UNREADABLE: Correct it.",
                        "acknowledged by ann at 2026-11-20 11:00:00, until 2026-11-27 11:00:00: a typo")
                .doesNotContain("bdm-client retry");
        assertThat(server.only("GET /attention").query()).contains("acknowledged=true");
    }

    @Test
    void nothingIsSaidOnTheErrorsOnly() {
        server.on("GET /attention", 200, page());
        Result result = command.run("attention");
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("nothing needs attention");
    }

    @Test
    void itemsAreAcknowledgedByIdWithNoteAndEnd() {
        String done = item("failed-job-7", "SOURCE_UNREADABLE", ACKNOWLEDGED);
        server.on("POST /attention/failed-job-7/acknowledgement", 200, done);
        server.on(
                "POST /attention/failed-job-8/acknowledgement",
                404,
                "{\"title\":\"Not Found\",\"status\":404,\"detail\":\"nothing\",\"code\":\"NOT_FOUND\",\"kind\":\"BAD_REQUEST\","
                        + "\"advice\":\"Look.\",\"errors\":[]}");
        Result result = command.run(
                "attention", "ack", "failed-job-8", "failed-job-7", "--note", "a typo", "--until", "2026-11-27");
        assertThat(result.code()).as("that of the refusal").isEqualTo(5);
        assertThat(result.err()).contains("failed-job-7 acknowledged", "nothing");
        assertThat(server.only("POST /attention/failed-job-7/acknowledgement").body())
                .isEqualTo("{\"note\":\"a typo\",\"until\":\"2026-11-27T00:00:00Z\"}");
    }

    @Test
    void allItemsOfACodeAreAcknowledged() {
        server.on(
                "GET /attention",
                200,
                page(
                        item("failed-job-7", "SOURCE_NOT_FOUND", "null"),
                        item("failed-job-8", "SOURCE_UNREADABLE", "null"),
                        item("failed-job-9", "SOURCE_NOT_FOUND", "null")));
        for (String id : new String[] {"failed-job-7", "failed-job-9"}) {
            server.on("POST /attention/" + id + "/acknowledgement", 200, item(id, "SOURCE_NOT_FOUND", ACKNOWLEDGED));
        }
        Result result = command.run("attention", "ack", "--code", "source_not_found");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("failed-job-7 acknowledged", "failed-job-9 acknowledged");
        assertThat(command.run("attention", "ack").code()).isEqualTo(2);
        assertThat(command.run("attention", "ack", "x", "--code", "Y").code()).isEqualTo(2);
        assertThat(command.run("attention", "ack", "x", "--until", "soon").code())
                .isEqualTo(2);
    }

    @Test
    void itemIsOpenedAgain() {
        server.on(
                "DELETE /attention/failed-job-7/acknowledgement",
                200,
                item("failed-job-7", "SOURCE_UNREADABLE", "null"));
        Result result = command.run("attention", "unack", "failed-job-7");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("failed-job-7 open again");
    }
}
