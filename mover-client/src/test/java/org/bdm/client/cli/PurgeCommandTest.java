package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PurgeCommandTest {
    private static final String PLAN = """
        {"id":"purge-3","owner":"ann","selection":"all","withoutSuccessor":false,"state":"%s","datasets":1,"files":2,
         "bytes":2048,"problem":null,"createdAt":"2026-11-20T10:00:00Z","expiresAt":"2026-11-27T10:00:00Z",
         "appliedBy":null,"begunAt":null,"endedAt":null,"removedFiles":1,"removedBytes":1024,"keptFiles":%d}\
        """;
    private static final String FILES = """
        {"items":[{"export":"in","path":"x/a.nc","size":1024,"modified":"2026-11-20T10:00:00Z","outcome":"KEPT",
         "reason":"is not on disk"},{"export":"in","path":"x/b.nc","size":1024,"modified":"2026-11-20T10:00:00Z",
         "outcome":"REMOVED","reason":""}],"nextCursor":null}\
        """;

    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aPlanIsMadeAndItsIdPrintedAlone() {
        server.on("POST /purges", 202, PLAN.formatted("BUILDING", 0));
        server.on("GET /purges/purge-3", 200, PLAN.formatted("OPEN", 0));
        Result result = command.run("purge", "--plan", "a.b.v1", "--state", "RETRACTED", "--without-successor");
        assertThat(result.out()).isEqualTo("purge-3\n");
        assertThat(result.err()).contains("1 dataset, 2 files, 2.0 KiB", "purge --show purge-3");
        assertThat(server.only("POST /purges").body())
                .contains("\"a.b.v1\"", "\"state\":\"RETRACTED\"", "\"withoutSuccessor\":true");
    }

    @Test
    void whatWasKeptIsPrintedWithItsReasonAndMakesTheExitCodeOne() {
        server.on("POST /purges/purge-3/apply", 202, PLAN.formatted("APPLYING", 0));
        server.on("GET /purges/purge-3", 200, PLAN.formatted("APPLIED", 1));
        server.on("GET /purges/purge-3/files", 200, FILES);
        Result result = command.run("purge", "--apply", "purge-3");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEqualTo("KEPT  in/x/a.nc  is not on disk\n");
        assertThat(result.err()).contains("1 file with 1.0 KiB removed, 1 kept");
    }

    @Test
    void aPlanIsShownWithWhatTakesThePlaceOfItsDatasets() {
        server.on("GET /purges/purge-3", 200, PLAN.formatted("OPEN", 0));
        server.on("GET /purges/purge-3/datasets", 200, """
            {"items":[{"dataset":"a.b.v1","state":"SUPERSEDED","reason":"v2 took its place","newer":"a.b.v2","newerFiles":2,
             "newerVerified":2,"newerEvidence":"published","elsewhere":"n.org","files":2,"bytes":2048}],"nextCursor":null}\
            """);
        assertThat(command.run("purge", "--show", "purge-3").out())
                .contains("a.b.v1", "newer: a.b.v2, 2 of 2 files verified here as published", "elsewhere: n.org");
        server.on("POST /purges/purge-3/discard", 200, PLAN.formatted("DISCARDED", 0));
        assertThat(command.run("purge", "--discard", "purge-3").code()).isZero();
    }

    @Test
    void aMirrorPlanIsShownWithItsCautionAppliedWithItsNumberAndRestored() {
        String mirror = "\"mirror\":{\"job\":\"job-12\",\"destinationFiles\":3,\"confirmCount\":2,\"largest\":"
                + "[{\"path\":\"x/d\",\"files\":2,\"bytes\":2048}]}}";
        String open = PLAN.formatted("OPEN", 0).strip();
        server.on("GET /purges/purge-3", 200, open.substring(0, open.length() - 1) + "," + mirror);
        server.on("GET /purges/purge-3/datasets", 200, "{\"items\":[],\"nextCursor\":null}");
        assertThat(command.run("purge", "--show", "purge-3").out())
                .contains(
                        "mirror    job-12; the destination has 3 files", "--confirm-count 2", "x/d: 2 files, 2.0 KiB");

        server.on("POST /purges/purge-3/apply", 202, PLAN.formatted("APPLIED", 0));
        assertThat(command.run("purge", "--apply", "purge-3", "--confirm-count", "2")
                        .code())
                .isZero();
        assertThat(server.only("POST /purges/purge-3/apply").body()).contains("\"confirmCount\":2");
        server.on("POST /purges/purge-3/restore", 202, PLAN.formatted("RESTORED", 0));
        server.on("GET /purges/purge-3/files", 200, FILES.replace("REMOVED", "QUARANTINED"));
        Result restored = command.run("purge", "--restore", "purge-3");
        assertThat(restored.code()).isEqualTo(1);
        assertThat(restored.err()).contains("still in the quarantine: 1 file of purge-3");
        server.on("POST /purges/purge-3/empty", 202, PLAN.formatted("EMPTIED", 0));
        assertThat(command.run("purge", "--empty", "purge-3").code()).isZero();
    }

    @Test
    void oneThingIsDoneAtATime() {
        assertThat(command.run("purge", "--list", "--confirm-count", "2").code())
                .isEqualTo(2);
        assertThat(command.run("purge", "--plan", "--apply", "purge-3").code()).isEqualTo(2);
        assertThat(command.run("purge", "--apply", "purge-3", "--prefix", "x").code())
                .isEqualTo(2);
    }

    @Test
    void aloneItListsThePlansAndAWordForAnOptionRemovesNothing() {
        server.on("GET /purges", 200, "{\"items\":[" + PLAN.formatted("OPEN", 0) + "],\"nextCursor\":null}");
        String listed = command.run("purge", "--list").out();
        assertThat(listed).contains("purge-3");
        assertThat(command.run("purge").out()).isEqualTo(listed);
        assertThat(command.run("purge", "list").out()).isEqualTo(listed);
        Result apply = command.run("purge", "apply", "purge-3");
        assertThat(apply.code()).isEqualTo(2);
        assertThat(apply.err()).contains("write 'bdm-client purge --apply purge-3'");
        assertThat(command.run("purge", "apply").err()).contains("write 'bdm-client purge --apply ID'");
        assertThat(command.run("purge", "plan", "a.b.v1", "a.c.v1").err())
                .contains("write 'bdm-client purge --plan a.b.v1 a.c.v1'");
        assertThat(command.run("purge", "a.b.v1").err())
                .contains("datasets need --plan: 'bdm-client purge --plan a.b.v1' makes a plan and removes nothing");
    }

    @Test
    void aPlanThatWasAppliedBeforeIsNotSaidToHaveRemovedFilesNow() {
        server.on("POST /purges/purge-3/apply", 202, PLAN.formatted("APPLIED", 0));
        server.on("GET /purges/purge-3", 200, PLAN.formatted("APPLIED", 0));
        assertThat(command.run("purge", "--apply", "purge-3").err())
                .contains("purge-3 was applied before, and nothing is done now: 1 file with 1.0 KiB removed, 0 kept");
    }

    @Test
    void theQuarantineIsListedAndADatasetRestored() {
        server.on("GET /quarantine", 200, """
            {"items":[{"dataset":"a.b.v1","export":"in","path":"x/a.nc","size":1024,"state":"RETRACTED","keptAs":"holding-7",
             "since":"2026-11-20T10:00:00Z"}],"nextCursor":null}\
            """);
        assertThat(command.run("quarantine", "list").out()).contains("holding-7", "in/x/a.nc", "a.b.v1");
        server.on("POST /quarantine/restorations", 200, "{\"dataset\":\"a.b.v1\",\"files\":2}");
        assertThat(command.run("quarantine", "restore", "a.b.v1").err()).contains("restored 2 files of a.b.v1");
    }
}
