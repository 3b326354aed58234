package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.site.access.Role;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is shown of copies that data nodes did not have on three occasions, and on one. */
class MissingReplicasTest {
    private static final String NAME = DATASET.replace(".tas.", ".zg.");
    private static final InventedClaims CLAIMS = new InventedClaims()
            .of(NAME)
            .original("a.org")
            .file("a.org", "zg_gone.nc", 10, sha256(1))
            .file("a.org", "zg_placed.nc", 15, sha256(3))
            .file("a.org", "zg_there.nc", 20, sha256(2));

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        TurnedClock clock = new TurnedClock();
        clock.turn(Duration.between(clock.instant(), Instant.now().minus(Duration.ofDays(17))));
        try (Catalog catalog = Catalog.open(
                TestDatabase.preparedBelow(home, RunningApi.OWN_NODE),
                new CatalogSettings(RunningApi.OWN_NODE, clock, fatal -> {}))) {
            for (int occasion = 1; occasion <= 3; occasion++) {
                clock.turn(Duration.ofDays(5));
                catalog.missingCopies().missing(address("zg_gone.nc")).join();
                catalog.missingCopies().missing(address("zg_placed.nc")).join();
            }
            catalog.missingCopies().missing(address("zg_there.nc")).join();
        }
        api = new RunningApi(home);
        api.federation.say(CLAIMS.claims());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    /** Where the claims say that it is. */
    private static String address(String file) {
        String master = NAME.substring(0, NAME.lastIndexOf('.'));
        return "http://a.org/thredds/fileServer/data//" + master + "/" + file;
    }

    private static String body() {
        return "{\"kind\":\"REPLICA_SET\",\"destination\":\"bdm://here/data/pool\",\"datasets\":[\"" + NAME
                + "\"],\"options\":{\"syncLevel\":\"size\"}}";
    }

    @Test
    void aFileWhoseCopiesAreAllPermanentlyMissingIsOneThatNobodyHasUnlessItIsAtItsPlace() throws Exception {
        Path there = home.resolve("data/pool/" + DIRECTORY.replace("/tas/", "/zg/") + "/zg_placed.nc");
        Files.createDirectories(there.getParent());
        Files.writeString(there, "0123456789abcde");
        Answer begun = api.send("POST", "/plans", Role.OPERATOR, body());
        JsonNode plan = await().until(
                        () -> api.get("/plans/" + begun.text("id")).json(),
                        view -> !view.path("state").asString().equals("RUNNING"));
        assertThat(plan.path("state").asString()).as(plan.toString()).isEqualTo("DONE");
        assertThat(plan.path("files").asLong()).isEqualTo(3);
        assertThat(plan.path("filesSame").asLong()).isEqualTo(1);
        assertThat(plan.path("filesWithoutReplica").asLong()).isEqualTo(1);
        assertThat(plan.path("filesToMove").asLong()).isEqualTo(1);
        assertThat(plan.path("errors").path(0).path("detail").asString())
                .contains("zg_gone.nc was missing on 3 occasions between");
    }

    @Test
    void aReplicaSetTellsWhichCopiesAreMissing() {
        Answer submitted = api.send("POST", "/jobs", Role.OPERATOR, body());
        assertThat(submitted.status()).as(submitted.body()).isEqualTo(201);
        JsonNode files =
                api.get("/replica-sets/" + NAME).json().path("variants").path(0).path("files");
        JsonNode gone = files.path(0).path("copies").path(0).path("missing");
        assertThat(gone.path("occasions").asInt()).isEqualTo(3);
        Instant lastSeen = Instant.parse(gone.path("lastSeen").asString());
        assertThat(Instant.parse(gone.path("askedAgain").asString())).isEqualTo(lastSeen.plus(Duration.ofDays(30)));
        JsonNode once = files.path(2).path("copies").path(0).path("missing");
        assertThat(once.path("occasions").asInt()).isEqualTo(1);
        assertThat(once.path("askedAgain").isNull() || once.path("askedAgain").isMissingNode())
                .isTrue();
        assertThat(List.of("zg_gone.nc", "zg_there.nc"))
                .containsExactly(
                        files.path(0).path("name").asString(),
                        files.path(2).path("name").asString());
    }
}
