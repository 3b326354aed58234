package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.Map;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.dataset.DataNodeRecords;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Windows of links, maintenance of sites and bans over HTTP. This site is "here", paired with "there". */
class PlaceRulesApiTest {
    private static final String CALENDAR = "disks@example 2099-12-01T18:00:00Z 2099-12-02T06:00:00Z new disks";

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

    private static Answer send(String method, String path, String body) {
        return api.send(method, path, Role.OPERATOR, body);
    }

    private static HttpRequest.Builder calendar() {
        return HttpRequest.newBuilder(api.uri("/api/v1/sites/there/maintenance"))
                .header("Authorization", "Bearer " + api.secret(Role.OPERATOR));
    }

    private static JsonNode item(String list, String field, String value) {
        for (JsonNode item : api.get(list).json().path("items")) {
            if (item.path(field).asString().equals(value)) return item;
        }
        throw new AssertionError(list + " has no " + field + " " + value);
    }

    @Test
    void windowsAreSetInTheirNormalFormShownWithTheLinkAndRemoved() {
        Answer set = send("PUT", "/windows/there/here", "{\"windows\":[\"mon-fri 18:00-06:00 Europe/Berlin\"]}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        JsonNode windows = item("/windows", "source", "there");
        assertThat(windows.path("windows").get(0).asString()).isEqualTo("Mon-Fri 18:00-06:00 Europe/Berlin");
        assertThat(windows.path("changesAt").asString()).isNotEmpty();
        assertThat(item("/links", "source", "there").path("windows")).isEqualTo(windows);
        assertThat(send("PUT", "/windows/*/here", "{\"windows\":[\"00:00-24:00 UTC\"]}")
                        .json()
                        .path("isOpen")
                        .asBoolean())
                .isTrue();
        assertThat(send("DELETE", "/windows/there/here", null).status()).isEqualTo(204);
        assertThat(send("DELETE", "/windows/there/here", null).status()).isEqualTo(404);
        assertThat(send("DELETE", "/windows/*/here", null).status()).isEqualTo(204);
    }

    @Test
    void windowsThatMakeNoSenseAreRefusedAndSaySo() {
        assertThat(send("PUT", "/windows/there/here", "{\"windows\":[\"Mon 18:00-06:00\"]}")
                        .text("detail"))
                .contains("names no time zone");
        assertThat(send("PUT", "/windows/there/here", "{}").text("detail")).contains("a link has 1 to 20");
        assertThat(send("PUT", "/windows/ther/here", "{\"windows\":[\"00:00-24:00 UTC\"]}")
                        .text("code"))
                .isEqualTo("UNKNOWN_SITE");
        assertThat(send("PUT", "/windows/here/there", "{\"windows\":[\"00:00-24:00 UTC\"]}")
                        .text("detail"))
                .contains("at that site");
    }

    @Test
    void aCalendarIsFilledShownExportedAndEmptied() {
        Answer added = send(
                "POST",
                "/sites/here/maintenance",
                "{\"beginsAt\":\"2099-01-01T00:00:00Z\",\"endsAt\":\"2099-01-01T04:00:00Z\",\"note\":\"firmware\"}");
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        JsonNode own = item("/sites", "name", "here");
        assertThat(own.path("maintenance").path("note").asString()).isEqualTo("firmware");
        assertThat(own.path("maintenance").path("isNow").asBoolean()).isFalse();

        String number = added.json().path("number").asString();
        assertThat(send("DELETE", "/sites/there/maintenance/" + number, null).status())
                .isEqualTo(404);
        assertThat(send("DELETE", "/sites/here/maintenance/" + number, null).status())
                .isEqualTo(204);
        assertThat(api.get("/sites/here/maintenance").json().path("items").size())
                .isZero();
    }

    @Test
    void aCalendarIsImportedOnceHoweverOftenItComesAndExportedAgain() {
        for (int time = 0; time < 2; time++) {
            Answer imported = api.send(calendar()
                    .header("Content-Type", "text/calendar")
                    .POST(HttpRequest.BodyPublishers.ofString(CALENDAR)));
            assertThat(imported.status()).as(imported.body()).isEqualTo(200);
        }
        assertThat(api.get("/sites/there/maintenance").json().path("items").size())
                .isEqualTo(1);
        Answer exported = api.send(calendar().header("Accept", "text/calendar"));
        assertThat(exported.body()).isEqualTo(CALENDAR);
    }

    @Test
    void maintenanceThatMakesNoSenseIsRefused() {
        String path = "/sites/there/maintenance";
        assertThat(send("POST", path, "{\"beginsAt\":\"2099-01-01T00:00:00Z\"}").text("detail"))
                .contains("are required");
        assertThat(send("POST", path, "{\"beginsAt\":\"2099-01-02T00:00:00Z\",\"endsAt\":\"2099-01-01T00:00:00Z\"}")
                        .text("detail"))
                .contains("not later");
        assertThat(send("POST", path, "{\"beginsAt\":\"2001-01-01T00:00:00Z\",\"endsAt\":\"2001-01-02T00:00:00Z\"}")
                        .text("detail"))
                .contains("has passed");
        assertThat(send("POST", "/sites/elsewhere/maintenance", "{}").text("code"))
                .isEqualTo("UNKNOWN_SITE");
    }

    @Test
    void aBanIsShownWithTheSiteInAttentionAndInTheAuditLogUntilItIsLifted() {
        Answer banned = send("PUT", "/sites/there/ban", "{\"reason\":\"broken files\"}");
        assertThat(banned.status()).as(banned.body()).isEqualTo(200);
        assertThat(item("/sites", "name", "there").path("ban").path("reason").asString())
                .isEqualTo("broken files");
        JsonNode item = item("/attention", "kind", "BAN");
        assertThat(item.path("code").asString()).isEqualTo("SITE_BANNED");
        assertThat(item.toString()).contains("bdm-client site unban there", "/api/v1/sites/there/ban");
        assertThat(send("DELETE", "/sites/there/ban", null).status()).isEqualTo(204);
        assertThat(send("DELETE", "/sites/there/ban", null).text("detail")).contains("is not banned");
        assertThat(item("/sites", "name", "there").path("ban").isNull()).isTrue();
        assertThat(api.send("GET", "/audit?limit=20", Role.ADMIN, null).body())
                .contains("PUT /api/v1/sites/{name}/ban", "until somebody lifts it: broken files");
    }

    @Test
    void aDataNodeIsBannedUntilATime() {
        String path = "/data-nodes/esgf.example.org/ban";
        assertThat(send("PUT", path, "{\"until\":\"2099-01-01T00:00:00Z\"}").status())
                .isEqualTo(200);
        assertThat(item("/bans", "place", "esgf.example.org").path("isSite").asBoolean())
                .isFalse();
        assertThat(send("DELETE", path, null).status()).isEqualTo(204);
        assertThat(send("PUT", path, "{\"until\":\"2001-01-01T00:00:00Z\"}").text("detail"))
                .contains("has passed");
        assertThat(send("PUT", "/data-nodes/there/ban", "{}").text("detail")).contains("is not a data node");
        assertThat(send("PUT", "/sites/here/ban", "{}").text("detail")).contains("cannot ban itself");
        assertThat(send("PUT", "/sites/elsewhere/ban", "{}").status()).isEqualTo(404);
    }

    @Test
    void settingsOfADataNodeAreChangedInPartsAndItsTokenIsNeverShown() {
        String path = "/data-nodes/esgf.example.org/settings";
        Answer set = send("PUT", path, "{\"connections\":4,\"token\":\"a-secret\",\"note\":\"as agreed\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        JsonNode changed = send("PUT", path, "{\"preference\":\"last\"}").json();
        assertThat(changed.path("connections").asInt()).isEqualTo(4);
        assertThat(changed.path("preference").asString()).isEqualTo("last");
        assertThat(changed.path("hasToken").asBoolean()).isTrue();
        assertThat(changed.path("hasCa").asBoolean()).isFalse();
        assertThat(item("/data-nodes", "node", "esgf.example.org").path("settings"))
                .isEqualTo(changed);
        assertThat(api.get(path).json()).isEqualTo(changed);
        String audit = api.send("GET", "/audit?limit=20", Role.ADMIN, null).body();
        assertThat(audit).contains("connections 4; token; note: as agreed").doesNotContain("a-secret");
        assertThat(send("DELETE", path, null).status()).isEqualTo(204);
        assertThat(send("DELETE", path, null).status()).isEqualTo(404);
        assertThat(api.get(path).status()).isEqualTo(404);
    }

    @Test
    @Tag("N4")
    void patienceOfADataNodeIsSetAndBounded() {
        String path = "/data-nodes/tape.example.org/settings";
        assertThat(send("PUT", path, "{\"patienceSeconds\":1800}")
                        .json()
                        .path("patienceSeconds")
                        .asLong())
                .isEqualTo(1800);
        assertThat(send("PUT", path, "{\"patienceSeconds\":604801}").text("detail"))
                .contains("1 to 604800");
    }

    @Test
    void stagingOfADataNodeIsSetInPartsAndBounded() {
        String path = "/data-nodes/tape2.example.org/settings";
        Answer set = send("PUT", path, "{\"staging\":{\"way\":\"TAPE-REST\",\"patienceSeconds\":60}}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        JsonNode staging = send("PUT", path, "{\"staging\":{\"window\":9,\"prefix\":\"/a:/b\"}}")
                .json()
                .path("staging");
        assertThat(staging.toString())
                .isEqualTo("{\"way\":\"tape-rest\",\"patienceSeconds\":60,\"window\":9,\"prefix\":\"/a:/b\"}");
        await().untilAsserted(() -> assertThat(
                        api.send("GET", "/audit?limit=20", Role.ADMIN, null).body())
                .contains("staging window 9; staging prefix /a:/b"));
        assertThat(send("PUT", path, "{\"staging\":{\"way\":\"tape\"}}").text("detail"))
                .contains("auto, never or tape-rest");
        assertThat(send("PUT", path, "{\"staging\":{\"patienceSeconds\":2592001}}")
                        .text("detail"))
                .contains("1 to 2592000");
        assertThat(send("PUT", path, "{\"staging\":{\"window\":100001}}").text("detail"))
                .contains("1 to 100000");
        assertThat(send("PUT", path, "{\"staging\":{\"prefix\":\"webdav\"}}").text("detail"))
                .contains("TO or FROM:TO");
        assertThat(send("PUT", path, "{\"staging\":{}}").text("detail")).contains("nothing is changed");
        assertThat(send("DELETE", path, null).status()).isEqualTo(204);
    }

    @Test
    void settingsOfADataNodeThatCannotWorkAreRefused() {
        String path = "/data-nodes/esgf.example.org/settings";
        assertThat(send("PUT", path, "{}").text("detail")).contains("nothing is changed");
        assertThat(send("PUT", path, "{\"connections\":257}").text("detail")).contains("1 to 256");
        assertThat(send("PUT", path, "{\"preference\":\"never\"}").text("detail"))
                .contains("takes one of: first, usual, last");
        assertThat(send("PUT", path, "{\"token\":\"two words\"}").text("detail"))
                .contains("blank")
                .doesNotContain("two words");
        assertThat(send("PUT", path, "{\"caPem\":\"no certificate\"}").text("detail"))
                .contains("esgf.example.org cannot be used");
        assertThat(send("PUT", "/data-nodes/there/settings", "{\"connections\":4}")
                        .text("detail"))
                .contains("is not a data node");
    }

    @Test
    @Tag("N8")
    void ruleForANameThatServesFromAnotherHostIsRefusedWithThatHost() {
        servesFrom("node.example", "http://127.0.0.1:8099/data/");
        for (String[] each : new String[][] {
            {"/data-nodes/node.example/settings", "{\"preference\":\"last\"}"},
            {"/links/node.example/here/limit", "{\"maxRateBytesPerSecond\":100000}"}
        }) {
            Answer refused = send("PUT", each[0], each[1]);
            assertThat(refused.status()).as(refused.body()).isEqualTo(400);
            assertThat(refused.text("detail")).contains("node.example serves from 127.0.0.1:8099");
        }
        assertThat(send("PUT", "/data-nodes/127.0.0.1:8099/settings", "{\"preference\":\"last\"}")
                        .status())
                .isEqualTo(200);
        servesFrom("same.example", "https://same.example/data/");
        assertThat(send("PUT", "/data-nodes/same.example/settings", "{\"preference\":\"last\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    @Tag("N8")
    void banCountsUnderEveryNameThatRecordsGiveADataNode() {
        servesFrom("named.example", "http://127.0.0.1:8098/data/");
        servesFrom("nodot", "https://nodot.example/data/");
        for (String name : new String[] {"named.example", "NAMED.example", "nodot"}) {
            String path = "/data-nodes/" + name + "/ban";
            assertThat(send("PUT", path, "{}").status()).as(name).isEqualTo(200);
            assertThat(send("DELETE", path, null).status()).as(name).isEqualTo(204);
        }
        assertThat(send("PUT", "/data-nodes/nobody/ban", "{}").text("detail")).contains("neither a site");
        assertThat(send("PUT", "/data-nodes/nodot.example/settings", "{\"preference\":\"last\"}")
                        .status())
                .isEqualTo(200);
        assertThat(send("PUT", "/data-nodes/nodot/ban", "{}").text("detail"))
                .as("a host with settings of its own is another's")
                .contains("nodot serves from nodot.example", "give nodot.example");
    }

    private static void servesFrom(String node, String base) {
        ReplicaSet set = DataNodeRecords.set(node, base);
        api.catalog.replicaSets().put(set, Map.of()).join();
    }

    @Test
    void onlyOperatorsChangeRules() {
        for (String path : new String[] {
            "/windows/there/here", "/sites/there/ban", "/data-nodes/a.example/ban", "/data-nodes/a.example/settings"
        }) {
            assertThat(api.send("PUT", path, Role.READER, "{}").status()).isEqualTo(403);
        }
    }
}
