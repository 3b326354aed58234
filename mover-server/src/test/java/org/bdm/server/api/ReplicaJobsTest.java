package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.api.ReplicaRequests.DOWN;
import static org.bdm.server.api.ReplicaRequests.EARLY;
import static org.bdm.server.api.ReplicaRequests.FACETS;
import static org.bdm.server.api.ReplicaRequests.LATE;
import static org.bdm.server.api.ReplicaRequests.alsoAt;
import static org.bdm.server.api.ReplicaRequests.body;
import static org.bdm.server.api.ReplicaRequests.datasets;
import static org.bdm.server.api.ReplicaRequests.twoNodes;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Jobs of replica sets, over indexes that say what the test wants. */
class ReplicaJobsTest {
    private static final IndexWarning DOWN = new IndexWarning(
            "east", "UNREACHABLE", "east does not answer", true, Instant.parse("2026-11-22T00:00:00Z"));

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

    private static Answer submit(String fields) {
        return api.send("POST", "/jobs", Role.OPERATOR, body(fields));
    }

    private static List<SubmittedItem> items(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        Job job = api.catalog.jobs().find(Numbers.job(answer.text("id"))).orElseThrow();
        assertThat(job.request().kind()).isEqualTo(JobKind.REPLICA_SET);
        return api.catalog.jobs().items(job.id(), 0, 100).stream()
                .map(NumberedItem::item)
                .toList();
    }

    @Test
    void aNamedDatasetBecomesAJobOfItsFilesWithAllCopiesAndIsReadBack() {
        api.federation.say(twoNodes().claims());
        Answer answer = submit(datasets(DATASET.toLowerCase(java.util.Locale.ROOT)));

        List<SubmittedItem> items = items(answer);
        assertThat(answer.text("verify")).isEqualTo("readback");
        assertThat(answer.text("kind")).isEqualTo("REPLICA_SET");
        assertThat(items)
                .extracting(SubmittedItem::destination)
                .containsExactly(
                        "bdm://here/data/pool/" + DIRECTORY + "/" + EARLY,
                        "bdm://here/data/pool/" + DIRECTORY + "/" + LATE);
        assertThat(items.get(0).size()).isEqualTo(10);
        assertThat(items.get(0).digests()).containsExactly(sha256(1));
        assertThat(items.get(0).source().text()).startsWith("http://a.org/");
        assertThat(api.catalog
                        .copies()
                        .ofItems(Numbers.job(answer.text("id")), 0, 1)
                        .get(0))
                .hasSize(2);
        Answer stored = api.get("/replica-sets/" + DATASET);
        assertThat(stored.json().path("variants").path(0).path("files").size()).isEqualTo(2);
        assertThat(stored.json().path("nodes").size()).isEqualTo(2);
        assertThat(api.get("/replica-sets?q=cmip6.cmip.inv")
                        .json()
                        .path("items")
                        .size())
                .isPositive();
    }

    @Test
    void preferredNodesComeFirstAndAvoidedOnesNeverAndWhatNobodyElseHasFailsVisibly() {
        api.federation.say(twoNodes().claims());
        List<SubmittedItem> preferred =
                items(submit(datasets(DATASET) + ",\"options\":{\"sourcePolicy\":{\"preferNodes\":[\"B.org\"]}}"));
        assertThat(preferred.get(0).source().text()).startsWith("http://b.org/");

        List<SubmittedItem> avoided =
                items(submit(datasets(DATASET) + ",\"options\":{\"sourcePolicy\":{\"avoidNodes\":[\"a.org\"]}}"));
        assertThat(avoided.get(0).source().text()).startsWith("http://b.org/");
        assertThat(avoided.get(1).source()).isInstanceOf(ItemSource.Nowhere.class);
        assertThat(avoided.get(1).source().text()).contains("no live copy", LATE, "avoided");
    }

    @Test
    void aFileThatNoDataNodeOffersIsForThePairedSitesIfItsDigestAndSizeAreKnown() throws Exception {
        String name = DATASET.replace(".tas.", ".uo.");
        Files.createDirectories(api.shared.resolve("pool"));
        api.federation.say(new InventedClaims()
                .of(name)
                .original("a.org")
                .file("a.org", "uo_1.nc", 10, sha256(1))
                .withoutAddress("a.org", "uo_2.nc", 11, sha256(2))
                .withoutAddress("a.org", "uo_3.nc", 12)
                .claims());
        Answer answer = submit(datasets(name) + alsoAt("bdm://there/shared/pool/"));

        List<SubmittedItem> items = items(answer);
        assertThat(items.get(0).source()).isInstanceOf(ItemSource.AtDataNode.class);
        assertThat(items.get(1).source()).isInstanceOf(ItemSource.OfCopies.class);
        assertThat(items.get(1).source().shown())
                .startsWith("bdm://there/shared/pool/CMIP6/")
                .endsWith("/uo_2.nc");
        assertThat(items.get(2).source()).isInstanceOf(ItemSource.Nowhere.class);
        assertThat(items.get(2).source().text()).contains("no site is queried", "digest is unknown");
        assertThat(api.catalog.events().after(Numbers.job(answer.text("id")), 0, 100))
                .extracting(Event::code)
                .doesNotContain("SITE_WARNING");
    }

    @Test
    void treesAtSitesThatCanNeverBeReadAreRefusedAndThoseThatAreNotThereYetAreNot() throws Exception {
        api.federation.say(twoNodes().claims());
        long before = jobs();
        assertRefused(
                submit(datasets(DATASET) + alsoAt("bdm://nobody/shared")), "UNKNOWN_SITE", "not paired", "nobody");
        assertRefused(
                submit(datasets(DATASET) + alsoAt("bdm://there/secret")),
                "UNKNOWN_EXPORT",
                "does not let this site read");
        assertRefused(submit(datasets(DATASET) + alsoAt("bdm://here/archive")), "INVALID_REQUEST", "at this site");
        assertRefused(submit(datasets(DATASET) + alsoAt("shared")), "INVALID_REQUEST", "is not an endpoint");
        Files.writeString(api.shared.resolve("one-file"), "x");
        assertRefused(
                submit(datasets(DATASET) + alsoAt("bdm://there/shared/one-file")),
                "INVALID_REQUEST",
                "is not a directory");
        String[] nine = java.util.stream.IntStream.range(0, 9)
                .mapToObj(number -> "bdm://there/shared/" + number)
                .toArray(String[]::new);
        assertRefused(submit(datasets(DATASET) + alsoAt(nine)), "TOO_LARGE", "at most 8");
        assertThat(jobs()).isEqualTo(before);

        Answer accepted = submit(datasets(DATASET) + alsoAt("bdm://there/shared/later"));
        assertThat(items(accepted)).hasSize(2);
        assertThat(api.catalog.events().after(Numbers.job(accepted.text("id")), 0, 100))
                .filteredOn(event -> event.code().equals("SITE_WARNING"))
                .singleElement()
                .satisfies(
                        event -> assertThat(event.text()).contains("bdm://there/shared/later", "nothing is there yet"));
    }

    private static void assertRefused(Answer answer, String code, String... said) {
        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.text("detail")).contains(said);
    }

    @Test
    void theVariantOfAnotherNodeIsTakenIfItIsAskedFor() {
        api.federation.say(twoNodes()
                .by("east")
                .dataset("c.org", true, true, false, FACETS)
                .file("c.org", EARLY, 10, sha256(3))
                .claims());
        assertThat(items(submit(datasets(DATASET))).get(0).digests()).containsExactly(sha256(1));
        List<SubmittedItem> other =
                items(submit(datasets(DATASET) + ",\"options\":{\"sourcePolicy\":{\"variantNode\":\"c.org\"}}"));
        assertThat(other).hasSize(1);
        assertThat(other.get(0).digests()).containsExactly(sha256(3));
        assertThat(other.get(0).source().text()).startsWith("http://c.org/");
        assertThat(api.get("/replica-sets?divergent=true")
                        .json()
                        .path("items")
                        .path(0)
                        .path("variants")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void anIndexThatDidNotAnswerInFullStopsTheJobUnlessThatIsAccepted() {
        api.federation.say(twoNodes().claims(), DOWN);
        long before = jobs();
        Answer refused = submit(datasets(DATASET));
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text("code")).isEqualTo("INDEX_INCOMPLETE");
        assertThat(refused.text("detail")).contains("east does not answer");
        assertThat(jobs()).isEqualTo(before);

        Answer accepted = submit(datasets(DATASET) + ",\"acceptIncomplete\":true");
        assertThat(items(accepted)).hasSize(2);
        assertThat(api.catalog.events().after(Numbers.job(accepted.text("id")), 0, 100))
                .extracting(Event::code)
                .contains("INDEX_WARNING");
    }

    private static long jobs() {
        return api.get("/jobs?limit=1000").json().path("items").size();
    }

    @Test
    void aQueryTakesTheLatestVersionsThatNobodyWithdrewAndSaysWhatItLeftOut() {
        String master = "CMIP6.CMIP.INV.INV-ESM.historical.r1i1p1f1.Amon.pr.gn";
        InventedClaims claims = new InventedClaims();
        for (String version : List.of("v20180101", "v20190101", "v20200101")) {
            boolean isRetracted = version.equals("v20200101");
            claims.of(master + "." + version)
                    .by("west")
                    .dataset("lags.org", true, true, false, FACETS)
                    .file("lags.org", "pr_" + version + ".nc", 5, sha256(5))
                    .by("east")
                    .dataset("a.org", false, !isRetracted, isRetracted, FACETS);
        }
        api.federation.say(claims.claims());
        Answer answer = submit("\"query\":{\"facets\":{\"source_id\":[\"INV-ESM\"]}}");

        assertThat(items(answer))
                .singleElement()
                .satisfies(item -> assertThat(item.destination()).contains("v20190101"));
        assertThat(api.catalog.events().after(Numbers.job(answer.text("id")), 0, 100))
                .filteredOn(event -> event.code().equals("DATASET_LEFT_OUT"))
                .extracting(Event::text)
                .anyMatch(text -> text.contains("v20180101: a newer version is known"))
                .anyMatch(text -> text.contains("v20200101: an index says that it was withdrawn"));
        assertThat(api.get("/replica-sets/" + master + ".v20190101")
                        .json()
                        .path("dataset")
                        .path("latest")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void afterAWithdrawalTheFilesAreStillKnownAndOfflineJobsUseThem() {
        String name = DATASET.replace(".tas.", ".ua.");
        api.federation.say(new InventedClaims()
                .of(name)
                .original("a.org")
                .file("a.org", "ua_Amon.nc", 10, sha256(1))
                .claims());
        items(submit(datasets(name)));
        api.federation.say(new InventedClaims()
                .of(name)
                .dataset("a.org", false, false, true)
                .claims());
        List<SubmittedItem> withdrawn = items(submit(datasets(name)));
        assertThat(withdrawn).hasSize(1);
        assertThat(withdrawn.get(0).digests()).containsExactly(sha256(1));
        JsonNode set = api.get("/replica-sets/" + name).json();
        assertThat(set.path("dataset").path("retracted").asBoolean()).isTrue();
        assertThat(set.path("dataset").path("latest").asBoolean()).isFalse();

        api.federation.say(List.of());
        assertThat(items(submit(datasets(name) + ",\"offline\":true"))).hasSize(1);
        assertThat(api.federation.asked()).isEmpty();
    }

    @Test
    void whatAnIndexThatIsDownSaidBeforeIsNotForgotten() {
        String name = DATASET.replace(".tas.", ".va.");
        InventedClaims both = new InventedClaims()
                .of(name)
                .original("a.org")
                .file("a.org", "va_Amon.nc", 10, sha256(1))
                .by("east")
                .copy("b.org")
                .file("b.org", "va_Amon.nc", 10, sha256(1));
        api.federation.say(both.claims());
        items(submit(datasets(name)));
        api.federation.say(
                both.claims().stream()
                        .filter(claim -> claim.index().equals("west"))
                        .toList(),
                DOWN);
        Answer answer = submit(datasets(name) + ",\"acceptIncomplete\":true");
        assertThat(api.catalog
                        .copies()
                        .ofItems(Numbers.job(items(answer).isEmpty() ? "" : answer.text("id")), 0, 0)
                        .get(0))
                .hasSize(2);

        api.federation.say(both.claims().stream()
                .filter(claim -> claim.index().equals("west"))
                .toList());
        Answer complete = submit(datasets(name));
        assertThat(items(complete)).hasSize(1);
        assertThat(api.get("/replica-sets/" + name).json().path("nodes").size())
                .as("all indexes answered: the copy is gone")
                .isEqualTo(1);
    }

    @Test
    @Tag("S7")
    void namesThatNoIndexKnowsAreSkippedIfThatIsWantedAndAreEventsOfTheJob() {
        String known = "CMIP6.CMIP.INV.INV-SKIP.historical.r1i1p1f1.Amon.pr.gn.v20190101";
        api.federation.say(new InventedClaims()
                .of(known)
                .by("west")
                .dataset("a.org", false, true, false, FACETS)
                .file("a.org", "pr.nc", 5, sha256(5))
                .claims());
        String names = "\"datasets\":[\"" + known + "\",\"CMIP6.not.there.v1\",\"CMIP6.nor.there.v2\"]";
        assertRefused(submit(names), 422, "UNKNOWN_DATASET");
        Answer answer = submit(names.replace("]", ",\"a name: none\"]") + ",\"skipUnknown\":true");
        assertThat(items(answer)).hasSize(1);
        String job = "/jobs/" + answer.text("id");
        assertThat(api.get(job).json().path("unknownDatasets").asInt()).isEqualTo(3);
        assertThat(api.get(job + "/report").json().path("unknownDatasets").asInt())
                .isEqualTo(3);
        assertThat(api.catalog.events().after(Numbers.job(answer.text("id")), 0, 100))
                .filteredOn(event -> event.code().equals("DATASET_UNKNOWN"))
                .extracting(Event::text)
                .containsExactly(
                        "CMIP6.nor.there.v2 is skipped: no index knows it",
                        "CMIP6.not.there.v1 is skipped: no index knows it",
                        "a name: none is skipped: it cannot be the name of a dataset");
        Answer offline = submit(names + ",\"skipUnknown\":true,\"offline\":true");
        assertThat(items(offline)).hasSize(1);
        assertThat(api.get("/jobs/" + offline.text("id"))
                        .json()
                        .path("unknownDatasets")
                        .asInt())
                .isEqualTo(2);
        assertRefused(submit("\"datasets\":[\"CMIP6.not.there.v1\"],\"skipUnknown\":true"), 404, "UNKNOWN_DATASET");
    }

    @Test
    @Tag("S5")
    void aFacetThatNobodyKnowsIsAWrongRequestInEveryVerbThatTakesAQuery() {
        IndexWarning unknown = new IndexWarning(
                "west",
                "UNKNOWN_FACET",
                "west: no facet 'experimant_id' is known; the nearest is 'experiment_id'",
                false,
                Instant.EPOCH);
        api.federation.say(List.of(), unknown);
        String query = "{\"facets\":{\"experimant_id\":[\"historical\"]}}";
        assertNearest(submit("\"query\":" + query));
        assertNearest(api.get("/search?experimant_id=historical"));
        assertNearest(api.post(
                "/campaigns/plans",
                "{\"name\":\"c\",\"query\":" + query + ",\"destinations\":[\"" + "bdm://here/data/in" + "\"]}"));
        api.federation.say(twoNodes().claims(), unknown);
        String excluding = "{\"facets\":{\"source_id\":[\"INV-ESM\"]},\"excluded\":{\"experimant_id\":[\"x\"]}}";
        assertNearest(submit("\"query\":" + excluding));
    }

    private void assertNearest(Answer answer) {
        assertRefused(answer, 400, "INVALID_REQUEST");
        assertThat(answer.text("detail")).contains("'experimant_id'", "'experiment_id'");
    }

    @Test
    void wrongRequestsAreRefusedWithTheirReason() {
        api.federation.say(twoNodes().claims());
        assertRefused(submit(datasets("CMIP6.not.there.v1")), 422, "UNKNOWN_DATASET");
        assertRefused(submit("\"query\":{\"facets\":{\"source_id\":[\"nothing\"]}}"), 404, "UNKNOWN_DATASET");
        assertRefused(submit("\"query\":{\"facets\":{}}"), 400, "INVALID_REQUEST");
        assertRefused(submit("\"query\":{\"facets\":{\"a b\":[\"c\"]}}"), 400, "INVALID_REQUEST");
        for (String name : List.of("filename", "title", "latest", "from", "limit", "Start")) {
            String query = "{\"facets\":{\"source_id\":[\"M1\"],\"" + name + "\":[\"x\"]}}";
            assertRefused(submit("\"query\":" + query), 400, "INVALID_REQUEST");
        }
        assertRefused(submit(datasets(DATASET) + ",\"query\":{\"facets\":{\"a\":[\"b\"]}}"), 400, "INVALID_REQUEST");
        assertRefused(submit("\"label\":\"l\""), 400, "INVALID_REQUEST");
        assertRefused(
                api.send(
                        "POST",
                        "/jobs",
                        Role.OPERATOR,
                        "{\"kind\":\"REPLICA_SET\",\"destination\":\"bdm://here/archive/x\"," + datasets(DATASET)
                                + "}"),
                422,
                "EXPORT_READ_ONLY");
        assertRefused(
                api.send(
                        "POST",
                        "/jobs",
                        Role.OPERATOR,
                        "{\"kind\":\"REPLICA_SET\",\"destination\":\"bdm://there/shared/x\"," + datasets(DATASET)
                                + "}"),
                409,
                "DESTINATION_NOT_LOCAL");
        assertThat(api.send("POST", "/jobs", Role.READER, body(datasets(DATASET)))
                        .status())
                .isEqualTo(403);
        assertRefused(api.get("/replica-sets/CMIP6.nothing.v1"), 404, "UNKNOWN_DATASET");
    }

    private static void assertRefused(Answer answer, int status, String code) {
        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }

    @Test
    void aDraftBecomesAJobOfItsFilesWithAddressesAndOfItsDatasets() {
        String wget = """
                #!/bin/bash
                download_files="$(cat <<EOF--dataset.file.url.chksum_type.chksum
                'a.nc' 'http://a.org/thredds/fileServer/x/%s/a.nc' 'MD5' '%s'
                'b.nc' 'http://a.org/anywhere/b.nc' '' ''
                EOF--dataset.file.url.chksum_type.chksum
                )"
                """.formatted(DIRECTORY, "ab".repeat(16));
        api.federation.say(List.of());
        List<SubmittedItem> files = items(submit("\"draft\":\"" + api.draft(wget) + "\""));
        assertThat(files)
                .extracting(SubmittedItem::destination)
                .containsExactly("bdm://here/data/pool/" + DIRECTORY + "/a.nc", "bdm://here/data/pool/b.nc");
        assertThat(files.get(0).digests()).hasSize(1);
        assertThat(files.get(1).size()).isEqualTo(SubmittedItem.SIZE_UNKNOWN);
        assertThat(api.federation.asked()).isEmpty();

        api.federation.say(twoNodes().claims());
        String other = DATASET.replace(".tas.", ".pr.");
        String draft = api.draft(DATASET + "\n" + other + "\n");
        assertRefused(submit("\"draft\":\"" + draft + "\""), 422, "UNKNOWN_DATASET");
        assertThat(items(submit("\"draft\":\"" + api.draft(DATASET + "\n") + "\"")))
                .hasSize(2);
        assertRefused(submit("\"draft\":\"draft-4711\""), 404, "NOT_FOUND");
    }

    @Test
    void aQueryThatFindsMoreThanTheLimitNeedsItsSizeConfirmed() {
        InventedClaims huge = new InventedClaims().of("CMIP6.huge.v1").dataset("a.org", false, true, false, FACETS);
        api.federation.say(
                huge.file("a.org", "huge.nc", 11_000_000_000_000L, sha256(1)).claims());
        String query = "\"query\":{\"facets\":{\"source_id\":[\"INV-ESM\"]}}";
        Answer refused = submit(query);
        assertRefused(refused, 400, "INVALID_REQUEST");
        assertThat(refused.text("detail"))
                .contains("1 files and 11000000000000 bytes", "give confirmBytes 11000000000000");
        assertRefused(submit(query + ",\"confirmBytes\":11"), 400, "INVALID_REQUEST");
        assertThat(submit(query + ",\"confirmBytes\":11000000000000").status()).isEqualTo(201);
        assertThat(submit(query + ",\"yes\":true").status()).isEqualTo(201);
        assertThat(submit(datasets("CMIP6.huge.v1")).status())
                .as("who names it knows it")
                .isEqualTo(201);
    }
}
