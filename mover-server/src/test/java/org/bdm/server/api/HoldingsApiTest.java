package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Holdings and surveys over REST: site "here" with the exports "data" and "archive". */
class HoldingsApiTest {
    private static final String SHA256_OF_A = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        Files.createDirectories(api.archive.resolve("x"));
        Files.writeString(api.archive.resolve("x/a.nc"), "a");
        Files.writeString(api.archive.resolve("x/b.nc"), "b");
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer begin(String what, String body) {
        return api.send("POST", "/" + what, Role.OPERATOR, body);
    }

    private static JsonNode ended(Answer begun) {
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        String id = begun.text("id");
        return await().until(
                        () -> api.get("/surveys/" + id).json(),
                        survey -> !survey.path("state").asString().equals("OPEN"));
    }

    @Test
    void filesAreScannedListedComparedAndVerified() throws IOException {
        JsonNode scan = ended(begin("scans", "{\"subject\":\"bdm://here/archive/x\"}"));
        assertThat(scan.path("files").asInt()).isEqualTo(2);
        Answer adopted = api.send(api.request("/holdings?root=bdm://here/archive/", Role.OPERATOR)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString(SHA256_OF_A + "  x/a.nc\n" + SHA256_OF_A + "  x/b.nc\n")));
        assertThat(adopted.status()).as(adopted.body()).isEqualTo(200);
        assertThat(adopted.json().path("adopted").asInt()).isEqualTo(2);

        JsonNode holdings = api.get("/holdings?export=archive&path=x&limit=1").json();
        assertThat(holdings.path("items").get(0).path("path").asString()).isEqualTo("x/a.nc");
        assertThat(holdings.path("items")
                        .get(0)
                        .path("digests")
                        .get(0)
                        .path("origin")
                        .asString())
                .isEqualTo("listed");
        assertThat(holdings.path("nextCursor").asString()).isNotEmpty();

        JsonNode verified = ended(begin("verifications", "{\"subject\":\"bdm://here/archive/x\"}"));
        assertThat(verified.path("findings").asInt()).isEqualTo(1);
        JsonNode found = api.get("/surveys/" + verified.path("id").asString() + "/findings")
                .json();
        assertThat(found.path("items").get(0).path("kind").asString()).isEqualTo("DIFFERENT");
        assertThat(found.path("items").get(0).path("path").asString()).isEqualTo("x/b.nc");
        assertThat(api.get("/holdings?state=verified").json().path("items")).hasSize(1);

        Files.writeString(api.archive.resolve("x/c.nc"), "c");
        JsonNode compared = ended(begin("reconciliations", "{\"subject\":\"bdm://here/archive/\",\"withIndex\":true}"));
        assertThat(compared.path("findings").asInt()).as("extra c, disputed b").isEqualTo(2);
        assertThat(api.get("/surveys").json().path("items")).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void aListMayBeLongerThanOtherRequests() {
        String line = SHA256_OF_A + "  nothing/a.nc\n";
        Answer adopted = api.send(api.request("/holdings?root=bdm://here/archive/", Role.OPERATOR)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString(line.repeat(15_000))));
        assertThat(adopted.status()).as(adopted.body()).isEqualTo(200);
        assertThat(adopted.json().path("missing").asInt()).isEqualTo(15_000);
        assertThat(adopted.json().path("troubles")).hasSize(1_000);
    }

    @Test
    void completenessIsAskedByNamesOrByABeginning() {
        Answer named = api.send("POST", "/completeness", Role.READER, "{\"datasets\":[\"a.b.c.v1\"]}");
        assertThat(named.status()).isEqualTo(200);
        assertThat(named.json().path("sites").get(0).asString()).isEqualTo("here");
        assertThat(named.json()
                        .path("rows")
                        .get(0)
                        .path("cells")
                        .get(0)
                        .path("state")
                        .asString())
                .isEqualTo("ABSENT");
        assertThat(api.get("/completeness?prefix=cmip6.").json().path("rows")).isEmpty();
        String many = "\"a.b.c.v1\",".repeat(5_001);
        assertThat(api.send("POST", "/completeness", Role.READER, "{\"datasets\":[" + many + "\"x\"]}")
                        .status())
                .isEqualTo(413);
    }

    @Test
    void whatIsNotUnderstoodIsRefused() {
        assertThat(begin("scans", "{}").status()).isEqualTo(400);
        assertThat(begin("scans", "{\"subject\":\"bdm://there/archive/\"}").status())
                .isEqualTo(409);
        assertThat(begin("scans", "{\"subject\":\"bdm://here/nothing/\"}").status())
                .isEqualTo(404);
        assertThat(begin("verifications", "{\"subject\":\"job-999\"}").status()).isEqualTo(404);
        assertThat(api.get("/surveys/survey-999").status()).isEqualTo(404);
        assertThat(api.get("/holdings?state=GOOD").status()).isEqualTo(400);
        assertThat(api.get("/holdings?export=nothing").status()).isEqualTo(404);
        assertThat(api.get("/holdings?path=../x").status()).isEqualTo(400);
        assertThat(api.get("/holdings?cursor=x").status()).isEqualTo(400);
    }

    @Test
    void readersLookAndDoNotBegin() {
        assertThat(api.send("POST", "/scans", Role.READER, "{\"subject\":\"bdm://here/archive/\"}")
                        .status())
                .isEqualTo(403);
    }
}
