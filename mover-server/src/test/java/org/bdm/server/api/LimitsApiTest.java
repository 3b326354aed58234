package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Limits over HTTP, under the former addresses too. This site is "here", with the export "data" at its only node. */
class LimitsApiTest {
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

    private static Answer put(String place, String body) {
        return api.send("PUT", place + "/limit", Role.OPERATOR, body);
    }

    private static String node() {
        return "/nodes/node-" + api.catalog.nodes().own();
    }

    @Test
    void theLimitOfAnExportIsSetInPartsListedAndRemoved() {
        Answer set = put("/exports/data", "{\"maxRateInBytesPerSecond\":5000000,\"note\":\"slow disks\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        Answer more = put("/exports/data", "{\"maxRateOutBytesPerSecond\":7000000,\"maxActiveFiles\":8}");
        assertThat(more.text("kind")).isEqualTo("EXPORT");
        assertThat(more.text("name")).isEqualTo("data");
        assertThat(more.text("note")).isEqualTo("slow disks");
        assertThat(more.text("changedBy")).isNotEmpty();
        assertThat(more.json().path("maxRateInBytesPerSecond").asLong()).isEqualTo(5_000_000);
        assertThat(more.json().path("maxRateOutBytesPerSecond").asLong()).isEqualTo(7_000_000);
        assertThat(more.json().path("maxActiveFiles").asInt()).isEqualTo(8);
        assertThat(more.json().path("maxStreams").isNull()).isTrue();
        assertThat(api.get("/exports/data/limit").json()).isEqualTo(more.json());
        assertThat(api.get("/limits").json().path("items")).contains(more.json());

        assertThat(put("/exports/data", "{\"maxActiveFiles\":0}")
                        .json()
                        .path("maxActiveFiles")
                        .isNull())
                .isTrue();
        assertThat(api.send("DELETE", "/exports/data/limit", Role.OPERATOR, null)
                        .status())
                .isEqualTo(204);
        assertThat(api.get("/exports/data/limit").status()).isEqualTo(404);
        assertThat(api.send("DELETE", "/exports/data/limit", Role.OPERATOR, null)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theLimitOfANodeStandsBesideThoseOfLinksInOneList() {
        assertThat(put(node(), "{\"maxStreams\":6,\"maxActiveFiles\":3}").text("kind"))
                .isEqualTo("NODE");
        put("/links/there/here", "{\"maxRateBytesPerSecond\":4000000,\"maxActiveFiles\":9}");
        put("/links/here/*", "{\"maxRateBytesPerSecond\":2000000}");
        JsonNode items = api.get("/limits").json().path("items");
        assertThat(items).hasSize(3);
        assertThat(items.get(0).path("destination").asString()).isEqualTo("*");
        assertThat(items.get(0).path("maxRateOutBytesPerSecond").asLong()).isEqualTo(2_000_000);
        assertThat(items.get(1).path("source").asString()).isEqualTo("there");
        assertThat(items.get(1).path("maxRateInBytesPerSecond").asLong()).isEqualTo(4_000_000);
        assertThat(items.get(1).path("maxActiveFiles").asInt()).isEqualTo(9);
        assertThat(items.get(2).path("maxStreams").asInt()).isEqualTo(6);
        for (String limited : new String[] {"/links/there/here", "/links/here/*", node()}) {
            assertThat(api.send("DELETE", limited + "/limit", Role.OPERATOR, null)
                            .status())
                    .isEqualTo(204);
        }
        assertThat(api.get("/limits").json().path("items")).isEmpty();
    }

    @Test
    void whatMakesNoSenseIsRefusedAndSaysWhy() {
        assertThat(put("/exports/nowhere", "{\"maxActiveFiles\":1}").text("code"))
                .isEqualTo("UNKNOWN_EXPORT");
        assertThat(put("/nodes/node-99", "{\"maxActiveFiles\":1}").status()).isEqualTo(404);
        assertThat(put("/exports/data", "{\"maxStreams\":1}").text("detail")).contains("of a link or of a node");
        assertThat(put("/exports/data", "{}").text("detail")).isEqualTo("nothing is changed");
        assertThat(put(node(), "{\"maxRateInBytesPerSecond\":-1}").text("detail"))
                .isEqualTo("maxRateInBytesPerSecond is -1, but is at least 0");
        assertThat(put("/links/esgf.example.org/here", "{\"maxActiveFiles\":2}").text("detail"))
                .contains("limit maxStreams");
        assertThat(put("/links/here/there", "{\"maxActiveFiles\":2}").text("detail"))
                .contains("where the data arrives");
        assertThat(api.send("PUT", node() + "/limit", Role.READER, "{\"maxActiveFiles\":1}")
                        .status())
                .isEqualTo(403);
    }

    private static Answer limit(String method, String limited, @Nullable String body) {
        return api.send(method, "/limits/" + limited, Role.OPERATOR, body);
    }

    @Test
    void oneAddressLimitsALinkInBothDirectionsAndOneOfThemIsRemovedAlone() {
        Answer set = limit(
                "PUT",
                "link/there",
                "{\"maxRateInBytesPerSecond\":4000000,\"maxRateOutBytesPerSecond\":2000000,\"maxStreams\":3}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        assertThat(set.text("kind")).isEqualTo("LINK");
        assertThat(set.text("name")).isEqualTo("there");
        assertThat(set.text("source")).isEqualTo("there");
        assertThat(set.text("destination")).isEqualTo("here");
        assertThat(limit("GET", "link/there", null).json()).isEqualTo(set.json());
        assertThat(api.get("/links/here/there/limit")
                        .json()
                        .path("maxRateBytesPerSecond")
                        .asLong())
                .isEqualTo(2_000_000);

        assertThat(limit("DELETE", "link/there?direction=in", null).status()).isEqualTo(204);
        assertThat(api.get("/links/there/here/limit").status()).isEqualTo(404);
        Answer left = limit("GET", "link/there", null);
        assertThat(left.text("source")).isEqualTo("here");
        assertThat(left.json().path("maxStreams").isNull()).isTrue();
        assertThat(limit("DELETE", "link/there", null).status()).isEqualTo(204);
        assertThat(limit("DELETE", "link/there", null).text("detail")).isEqualTo("the link 'there' has no limit");
    }

    @Test
    void aLimitOfWhatIsSentThatWasTakenBackInPartsIsStillThereToBeRemoved() {
        put("/links/here/there", "{\"maxRateBytesPerSecond\":1000,\"note\":\"for the night\"}");
        put("/links/here/there", "{\"maxRateBytesPerSecond\":0}");
        Answer left = api.get("/links/here/there/limit");
        assertThat(left.text("note")).isEqualTo("for the night");
        assertThat(left.json().path("maxRateBytesPerSecond").isNull()).isTrue();
        assertThat(api.send("DELETE", "/links/here/there/limit", Role.OPERATOR, null)
                        .status())
                .isEqualTo(204);
        assertThat(api.get("/limits").json().path("items")).isEmpty();
    }

    @Test
    void aNoteAtALinkToASiteThatIsNotPairedIsRefused() {
        assertThat(put("/links/here/esgf.example.org", "{\"note\":\"x\"}").text("code"))
                .isEqualTo("UNKNOWN_SITE");
    }

    @Test
    void exportsAndNodesHaveTheSameAddressesAsLinks() {
        String node = "node/node-" + api.catalog.nodes().own();
        for (String limited : new String[] {"export/data", node, "link/*", "link/esgf.example.org"}) {
            assertThat(limit("PUT", limited, "{\"maxRateInBytesPerSecond\":5}").status())
                    .as(limited)
                    .isEqualTo(200);
            assertThat(limit("DELETE", limited, null).status()).as(limited).isEqualTo(204);
        }
        assertThat(limit("PUT", "disk/data", "{\"maxStreams\":1}").text("detail"))
                .isEqualTo("the kind is 'disk', but must be one of [link, export, node]");
        assertThat(limit("PUT", "export/nowhere", "{\"maxActiveFiles\":1}").text("code"))
                .isEqualTo("UNKNOWN_EXPORT");
        assertThat(limit("PUT", "link/ther", "{\"maxStreams\":1}").text("code")).isEqualTo("UNKNOWN_SITE");
        assertThat(limit("PUT", "link/esgf.example.org", "{\"maxRateOutBytesPerSecond\":1}")
                        .text("code"))
                .as("data nodes are sent nothing")
                .isEqualTo("UNKNOWN_SITE");
        assertThat(limit("DELETE", "link/there?direction=up", null).text("detail"))
                .contains("[in, out]");
        assertThat(api.send("PUT", "/limits/export/data", Role.READER, "{\"maxActiveFiles\":1}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void formerAddressesSayThatTheyAreDeprecatedAlsoWhereTheyRefuse() {
        for (String former : new String[] {"/exports/data", node(), "/links/there/here"})
            assertThat(api.get(former + "/limit").header("Deprecation")).startsWith("@");
        assertThat(api.get("/limits").header("Deprecation")).isEmpty();
    }
}
