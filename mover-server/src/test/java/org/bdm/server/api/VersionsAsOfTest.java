package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.server.api.ReplicaRequests.FACETS;
import static org.bdm.server.api.ReplicaRequests.body;
import static org.bdm.server.api.ReplicaRequests.datasets;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Searches and jobs as of a day. */
@Tag("S6")
class VersionsAsOfTest {
    private static final String MASTER = DatasetName.of(DATASET).masterId();
    private static final String UNDATED = MASTER.replace(".tas.", ".pr.");
    private static final String AS_OF = ",\"asOf\":\"2021-01-01\"";
    private static final String QUERY = "\"query\":{\"facets\":{\"source_id\":[\"INV-ESM\"]}%s}";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static InventedClaims published(InventedClaims told, String name, boolean latest, boolean retracted) {
        return told.of(name).dataset("a.org", false, latest, retracted, FACETS).file("a.org", "1.nc", 10, sha256(1));
    }

    private static InventedClaims three(boolean isWithdrawn) {
        InventedClaims told = published(new InventedClaims(), MASTER + ".v20190101", false, false);
        published(told, MASTER + ".v20200101", false, isWithdrawn);
        return published(told, MASTER + ".v20220101", true, false);
    }

    private static Answer submit(String fields) {
        return api.send("POST", "/jobs", Role.OPERATOR, body(fields));
    }

    private static List<String> found(JsonNode answer) {
        List<String> names = new ArrayList<>();
        answer.path("datasets").forEach(one -> names.add(one.path("instanceId").asString()));
        return names;
    }

    private static List<String> warnings(JsonNode answer) {
        List<String> codes = new ArrayList<>();
        answer.path("warnings").forEach(one -> codes.add(one.path("code").asString()));
        return codes;
    }

    private static void assertRefused(Answer answer, int status, String code, String... words) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.json().path("code").asString()).isEqualTo(code);
        assertThat(answer.body()).contains(words);
    }

    @Test
    void aSearchShowsTheVersionOfTheDayAndSaysWhatItLeavesOut() {
        api.federation.say(published(three(false), UNDATED + ".v1", true, false).claims());
        JsonNode found = api.get("/search?source_id=INV-ESM&asOf=2021-01-01").json();
        assertThat(found(found)).containsExactly(MASTER + ".v20200101");
        assertThat(warnings(found)).containsExactly("VERSION_UNDATED");
        assertThat(found.path("warnings").toString())
                .contains(UNDATED + ": no version of it bears a day up to 2021-01-01");
        assertThat(found.path("complete").asBoolean()).isTrue();
        JsonNode files =
                api.get("/search?source_id=INV-ESM&asOf=2021-01-01&type=file").json();
        assertThat(files.path("files").size()).isEqualTo(1);

        api.federation.say(three(true).claims());
        JsonNode without = api.get("/search?source_id=INV-ESM&asOf=2021-01-01").json();
        assertThat(found(without)).isEmpty();
        assertThat(warnings(without)).containsExactly("VERSION_WITHDRAWN");
        JsonNode with = api.get("/search?source_id=INV-ESM&asOf=2021-01-01&withRetracted=true")
                .json();
        assertThat(found(with)).containsExactly(MASTER + ".v20200101");
        assertThat(warnings(with)).isEmpty();
    }

    @Test
    void theLimitOfASearchCountsDatasetsNotTheirVersions() {
        InventedClaims told = three(false);
        published(told, UNDATED + ".v20200102", true, false);
        api.federation.say(told.claims());
        JsonNode both =
                api.get("/search?source_id=INV-ESM&asOf=2021-01-01&limit=2").json();
        assertThat(found(both)).containsExactlyInAnyOrder(MASTER + ".v20200101", UNDATED + ".v20200102");
        assertThat(both.path("cut").isNull()).isTrue();
        JsonNode one =
                api.get("/search?source_id=INV-ESM&asOf=2021-01-01&limit=1").json();
        assertThat(found(one)).hasSize(1);
        assertThat(one.path("cut").asString()).contains("more than 1 datasets");
    }

    @Test
    void aJobOfANameOrAQueryTakesTheVersionOfTheDay() {
        api.federation.say(three(false).claims());
        for (String wish : List.of(datasets(MASTER), QUERY.formatted(""))) {
            Answer answer = submit(wish + AS_OF);
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
            assertThat(api.catalog.jobs().items(Numbers.job(answer.text("id")), 0, 100))
                    .singleElement()
                    .satisfies(item -> assertThat(item.item().destination()).contains("/v20200101/"));
        }
    }

    @Test
    void anUndatedDatasetIsRefusedWithItsReasonOrSkippedOnRequest() {
        api.federation.say(published(three(false), UNDATED + ".v1", true, false).claims());
        for (String wish : List.of(datasets(MASTER, UNDATED), QUERY.formatted(""))) {
            assertRefused(submit(wish + AS_OF), 422, "UNKNOWN_DATASET", UNDATED, "its version v1 bears none");
            Answer skipping = submit(wish + AS_OF + ",\"skipUnknown\":true");
            assertThat(skipping.status()).as(skipping.body()).isEqualTo(201);
            assertThat(api.catalog.events().after(Numbers.job(skipping.text("id")), 0, 100))
                    .filteredOn(event -> event.code().equals("DATASET_UNKNOWN"))
                    .extracting(Event::text)
                    .singleElement()
                    .asString()
                    .startsWith(UNDATED + " is skipped: no version of it bears a day up to 2021-01-01");
        }
    }

    @Test
    void aPlanRefusesAndNamesTheVersionThatWasWithdrawnSince() {
        api.federation.say(three(true).claims());
        Answer started = api.send("POST", "/plans", Role.OPERATOR, body(datasets(MASTER) + AS_OF));
        assertThat(started.status()).as(started.body()).isEqualTo(202);
        JsonNode plan = await().until(
                        () -> api.get("/plans/" + started.text("id")).json(),
                        view -> !view.path("state").asString().equals("RUNNING"));
        assertThat(plan.path("problem").toString())
                .contains("UNKNOWN_DATASET", MASTER + ".v20200101: an index says that it was withdrawn");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"yesterday", "20210101", "2021-13-01", "2021-02-30", "2021-1-1", "9999-01-01", "", "+2021-01-01"
            })
    void whatIsNoDayOrInTheFutureIsAWrongRequest(String day) {
        assertRefused(
                submit(datasets(MASTER) + ",\"asOf\":\"" + day + "\""), 400, "INVALID_REQUEST", "asOf: ", "YYYY-MM-DD");
        assertRefused(
                api.get("/search?source_id=INV-ESM&asOf=" + day.replace("+", "%2B")),
                400,
                "INVALID_REQUEST",
                "asOf: ",
                "YYYY-MM-DD");
    }

    @Test
    void whatSaysAlreadyWhichVersionIsMeantIsRefused() {
        assertRefused(
                submit(datasets(MASTER, MASTER + ".v20190101") + AS_OF),
                400,
                "INVALID_REQUEST",
                "leave the version out");
        assertRefused(
                submit(QUERY.formatted(",\"allVersions\":true") + AS_OF),
                400,
                "INVALID_REQUEST",
                "leave one of them out");
        assertRefused(
                api.get("/search?source_id=x&asOf=2021-01-01&allVersions=true"),
                400,
                "INVALID_REQUEST",
                "leave one of them out");
        assertRefused(
                api.send(
                        "POST",
                        "/jobs",
                        Role.OPERATOR,
                        "{\"kind\":\"BATCH\",\"items\":[{\"source\":\"bdm://here/data/a\",\"destination\":\"bdm://here/data/b\"}]"
                                + AS_OF + "}"),
                400,
                "INVALID_REQUEST",
                "asOf: only a REPLICA_SET job");
        String standing = "{\"destination\":\"bdm://here/data/pool\"," + QUERY.formatted("") + AS_OF + "}";
        assertRefused(api.send("POST", "/subscriptions", Role.OPERATOR, standing), 400, "INVALID_REQUEST", "asOf");
    }
}
