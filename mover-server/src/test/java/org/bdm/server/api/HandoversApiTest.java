package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.handover.Awaited;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The routes about files that other movers bring. */
class HandoversApiTest {
    private static final String ENDPOINT = "8896f38e-68d1-4708-bce4-b1b3a3405809";
    private static final String WISH =
            "{\"carrier\":\"by-hand\",\"destination\":\"bdm://here/data\",\"datasets\":[\"" + DATASET + "\"]}";

    @TempDir
    Path home;

    private RunningApi api;

    @BeforeEach
    void start() {
        api = new RunningApi(home);
        InventedClaims told = new InventedClaims().original("a.org");
        told.add(file("1.nc", "globus:" + ENDPOINT + "/css03/1.nc", "Globus"));
        told.add(file("2.nc", "https://a.org/2.nc", "HTTPServer"));
        api.federation.say(told.claims());
    }

    private static ClaimedFile file(String name, String address, String service) {
        return new ClaimedFile(
                "west",
                DATASET,
                "a.org",
                name,
                OptionalLong.of(10),
                List.of(sha256(1)),
                List.of(),
                Optional.empty(),
                List.of(new ClaimedLocation(address, service)),
                Optional.empty(),
                Optional.empty());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void filesAreHandedOverListedWrittenAndCancelled() {
        Answer made = api.post("/handovers", WISH);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.json().path("overHttp").asLong()).isEqualTo(1);
        assertThat(made.json().path("handovers").get(0).path("id").asString()).isEqualTo("handover-1");
        assertThat(api.get("/handovers").json().path("items")).hasSize(1);
        Answer one = api.get("/handovers/handover-1");
        assertThat(one.text("state")).isEqualTo("COMPARING");
        assertThat(one.text("source")).isEqualTo(ENDPOINT);
        assertThat(one.json().path("files").asLong()).isEqualTo(1);
        Answer files = api.get("/handovers/handover-1/files?state=WANTED");
        assertThat(files.json().path("items").get(0).path("path").asString()).isEqualTo(DIRECTORY + "/1.nc");
        assertThat(api.get("/handovers/handover-1/files?state=RIGHT").json().path("items"))
                .isEmpty();
        assertThat(api.get("/handovers/handover-1/list").body())
                .contains("'/css03/1.nc' '/replica/" + DIRECTORY + "/1.nc'");
        assertThat(api.post("/handovers/handover-1/compare", "").status()).isEqualTo(202);
        assertThat(api.post("/handovers/handover-1/cancel", "").text("state")).isEqualTo("CANCELLING");
        assertThat(api.post("/handovers/handover-1/again", "{\"replace\":true}").text("code"))
                .isEqualTo("ILLEGAL_STATE");
        assertThat(api.get("/handovers/handover-9").status()).isEqualTo(404);
    }

    @Test
    void handoverThatWaitsForAPersonNeedsAttention() {
        api.post("/handovers", WISH);
        api.catalog
                .handoverSteps()
                .end(1, Awaited.PERSON, "1 of 1 files are missing or wrong")
                .join();
        Answer attention = api.get("/attention");
        assertThat(attention.body())
                .contains("HANDOVER_WAITS", "bdm-client handover show handover-1 --files", "\"handover-1\"");
    }

    @Test
    void jobOfTheSameDatasetsLeavesOutWhatIsHandedOver() {
        api.post("/handovers", WISH);
        Answer job = api.post(
                "/jobs",
                "{\"kind\":\"REPLICA_SET\",\"destination\":\"bdm://here/data\",\"datasets\":[\"" + DATASET + "\"]}");
        assertThat(job.status()).as(job.body()).isEqualTo(201);
        assertThat(api.get("/jobs/" + job.text("id") + "/events").body())
                .contains("LEFT_TO_CARRIERS", "1 file is left to a handover");
    }

    @Test
    void carriersAreListedAndOnlySomeTakeALogin() {
        assertThat(api.get("/carriers").body()).contains("\"name\":\"by-hand\"", "\"takesLogin\":false");
        assertThat(api.post("/carriers/by-hand/login", "").text("code")).isEqualTo("UNSUPPORTED");
        assertThat(api.post("/carriers/nobody/login", "").status()).isEqualTo(404);
    }

    @Test
    void wrongWishesAreRefused() {
        assertThat(api.post("/handovers", WISH.replace("by-hand", "nobody")).text("detail"))
                .contains("there is no carrier 'nobody'", "by-hand");
        assertThat(api.post("/handovers", WISH.replace("[\"" + DATASET + "\"]", "[]"))
                        .text("code"))
                .isEqualTo("INVALID_REQUEST");
        assertThat(api.post("/handovers", WISH.replace("v20190101", "v19990101"))
                        .text("code"))
                .isEqualTo("UNKNOWN_DATASET");
    }
}
