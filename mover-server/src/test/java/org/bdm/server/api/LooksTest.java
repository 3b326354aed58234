package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.id.SiteName;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Exports, entries, plans, checks: looks that change nothing. */
class LooksTest {
    private static final FileTime MODIFIED = FileTime.from(Instant.parse("2018-08-03T12:00:00Z"));

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

    private static void file(Path root, String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, MODIFIED);
    }

    private static JsonNode finished(String route, String body) {
        Answer begun = api.send("POST", route, Role.OPERATOR, body);
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        String path = route + "/" + begun.text("id");
        await().until(() -> !api.get(path).text("state").equals("RUNNING"));
        return api.get(path).json();
    }

    @Test
    void exportsAreShownWithModeAndRoom() {
        JsonNode exports = api.get("/exports").json().path("items");
        assertThat(exports.size()).isEqualTo(2);
        assertThat(exports.get(0).path("name").asString()).isEqualTo("data");
        assertThat(exports.get(0).path("mode").asString()).isEqualTo("rw");
        assertThat(exports.get(0).path("freeBytes").asLong()).isPositive();
        assertThat(exports.get(1).path("mode").asString()).isEqualTo("ro");
    }

    @Test
    void directoriesArePagedHereAndThere() throws IOException {
        for (int i = 0; i < 5; i++) file(api.shared, "ls/f" + i, "x");
        Files.createDirectories(api.shared.resolve("ls/sub"));
        Files.createSymbolicLink(api.shared.resolve("ls/z"), Path.of("f0"));
        List<String> names = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = api.get("/exports/shared/entries?site=there&path=ls&limit=3" + cursor)
                    .json();
            page.path("items")
                    .forEach(entry -> names.add(entry.path("name").asString() + " "
                            + entry.path("kind").asString()));
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").asString();
        } while (!cursor.isEmpty());
        assertThat(names)
                .containsExactly(
                        "f0 FILE", "f1 FILE", "f2 FILE", "f3 FILE", "f4 FILE", "sub DIRECTORY", "z SYMBOLIC_LINK");
        file(api.data, "100%/a b", "x");
        assertThat(api.get("/exports/data/entries?path=100%2525")
                        .json()
                        .path("items")
                        .get(0)
                        .path("name")
                        .asString())
                .isEqualTo("a b");
        assertThat(api.get("/exports/shared/entries?site=there&path=none").text("code"))
                .isEqualTo("SOURCE_NOT_FOUND");
        for (String site : List.of("", "&site=there"))
            assertThat(api.get("/exports/shared/entries?recursive=true" + site).text("code"))
                    .isIn("UNSUPPORTED", "UNKNOWN_EXPORT");
        assertThat(api.get("/exports/data/entries?recursive=true").text("code")).isEqualTo("UNSUPPORTED");
        assertThat(api.get("/exports/data/entries?site=nowhere").status()).isIn(404, 422);
        assertThat(api.get("/exports/data/entries").body()).doesNotContain(".bdm");
    }

    @Test
    void planCountsWhatAJobWouldDoAndChangesNothing() throws IOException {
        file(api.shared, "p/new", "12345");
        file(api.shared, "p/d/same", "123");
        file(api.data, "p/d/same", "123");
        file(api.shared, "p/other", "1");
        file(api.data, "p/other", "22");
        file(api.shared, "p/left.out", "1");
        List<String> before = tree(api.data);
        JsonNode plan = finished(
                "/plans",
                "{\"kind\":\"TREE\",\"items\":[" + SubmitTest.item("bdm://there/shared/p", "bdm://here/data/p")
                        + "],\"options\":{\"exclude\":[\"*.out\"]}}");
        assertThat(plan.path("state").asString()).as(plan.toString()).isEqualTo("DONE");
        assertThat(plan.path("files").asLong()).isEqualTo(3);
        assertThat(plan.path("filesToMove").asLong()).isEqualTo(1);
        assertThat(plan.path("bytesToMove").asLong()).isEqualTo(5);
        assertThat(plan.path("filesSame").asLong()).isEqualTo(1);
        assertThat(plan.path("filesInConflict").asLong()).isEqualTo(1);
        assertThat(plan.path("freeBytesNow").asLong()).isPositive();
        assertThat(plan.path("bytesOfOtherJobs").isNumber()).isTrue();
        JsonNode route = plan.path("routes").get(0);
        assertThat(route.path("source").asString()).isEqualTo("there");
        assertThat(route.path("files").asLong()).isEqualTo(1);
        assertThat(route.path("smallFiles").asLong()).isEqualTo(1);
        JsonNode size = plan.path("sizes").get(0);
        assertThat(size.path("bytesBelow").asLong()).isEqualTo(65_536);
        assertThat(size.path("files").asLong()).isEqualTo(1);
        assertThat(size.path("bytes").asLong()).isEqualTo(5);
        JsonNode estimate = plan.path("estimate");
        assertThat(estimate.path("p10Seconds").asDouble()).isPositive();
        assertThat(estimate.path("p50Seconds").asDouble())
                .isBetween(
                        estimate.path("p10Seconds").asDouble(),
                        estimate.path("p90Seconds").asDouble());
        assertThat(estimate.path("basis").asString()).isEqualTo("a guess: nothing is known of this link yet");
        assertThat(estimate.path("dominant").asString()).startsWith("Mostly the start and the end of the job");
        assertThat(tree(api.data)).isEqualTo(before);
        JsonNode missing = finished(
                "/plans", SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/none", "bdm://here/data/p")));
        assertThat(missing.path("errors").get(0).path("code").asString()).isEqualTo("SOURCE_NOT_FOUND");
        assertThat(api.send(
                                "POST",
                                "/plans",
                                Role.OPERATOR,
                                SubmitTest.job("TREE", SubmitTest.item("bdm://x/y", "bdm://here/data")))
                        .status())
                .isEqualTo(422);
    }

    private static List<String> tree(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(Path::toString).sorted().toList();
        }
    }

    @Test
    void checkTellsHowTwoTreesDiffer() throws IOException {
        file(api.shared, "c/same", "123");
        file(api.data, "c/same", "123");
        file(api.shared, "c/size", "123");
        file(api.data, "c/size", "1234");
        file(api.shared, "c/content", "123");
        file(api.data, "c/content", "124");
        file(api.shared, "c/only/there", "1");
        file(api.data, "c/zz", "1");
        String request = "{\"a\":\"bdm://there/shared/c\",\"b\":\"bdm://here/data/c\"";
        JsonNode quick = finished("/checks", request + "}");
        assertThat(quick.path("state").asString()).as(quick.toString()).isEqualTo("DONE");
        assertThat(quick.path("same").asLong()).as(quick.toString()).isEqualTo(2);
        assertThat(quick.path("different").asLong()).isEqualTo(1);
        assertThat(quick.path("onlyInA").asLong()).isEqualTo(2);
        assertThat(quick.path("onlyInB").asLong()).isEqualTo(1);
        assertThat(quick.path("differencesComplete").asBoolean()).isTrue();
        assertThat(quick.path("level").asString()).isEqualTo("mtime");
        assertThat(quick.path("filesRead").asLong()).as("none was read").isZero();
        assertThat(quick.path("bytesCompared").asLong()).isZero();
        assertThat(quick.path("bytesSame").asLong()).isEqualTo(6);
        JsonNode thorough = finished("/checks", request + ",\"syncLevel\":\"checksum\"}");
        assertThat(thorough.path("different").asLong()).as(thorough.toString()).isEqualTo(2);
        assertThat(thorough.path("filesRead").asLong()).isEqualTo(2);
        assertThat(thorough.path("bytesCompared").asLong()).isEqualTo(6);
        JsonNode lost = finished("/checks", "{\"a\":\"bdm://there/shared/none\",\"b\":\"bdm://here/data/c\"}");
        assertThat(lost.path("state").asString()).isEqualTo("FAILED");
        assertThat(lost.path("problem").path("code").asString()).isEqualTo("SOURCE_NOT_FOUND");
    }

    @Test
    void sitesAndInvitationsAreShownAndPaired() {
        JsonNode sites = api.get("/sites").json().path("items");
        assertThat(sites.get(0).path("name").asString()).isEqualTo("here");
        assertThat(sites.get(0).path("local").asBoolean()).isTrue();
        assertThat(sites.get(1).path("fingerprint").asString()).isEqualTo("SHA256:" + "b".repeat(64));
        String there = sites.get(1).path("name").asString();
        JsonNode shown = api.get("/sites/" + there).json();
        assertThat(shown.path("site").path("fingerprint").asString()).isEqualTo("SHA256:" + "b".repeat(64));
        assertThat(shown.path("relation").asString()).isEqualTo("PEER");
        assertThat(shown.path("nodes").size()).isZero();
        assertThat(api.get("/sites/nobody").text("code")).isEqualTo("UNKNOWN_SITE");
        Answer invited = api.post("/invitations", "{\"name\":\"guest\",\"read\":[\"archive/cmip6\"]}");
        assertThat(invited.status()).as(invited.body()).isEqualTo(201);
        assertThat(invited.text("code")).startsWith("bdm1_");
        assertThat(invited.json().path("read").get(0).asString()).isEqualTo("archive/cmip6");
        assertThat(api.post("/invitations", "{\"name\":\"guest\",\"read\":[\"nothing\"]}")
                        .text("code"))
                .isEqualTo("UNKNOWN_EXPORT");
        Answer writer = api.post("/invitations", "{\"name\":\"writer\",\"write\":[\"data\"]}");
        assertThat(writer.json().path("write").get(0).asString()).isEqualTo("data");
        assertThat(api.post("/sites", "{\"name\":\"guest\",\"code\":\"nonsense\"}")
                        .text("code"))
                .isEqualTo("INVITATION_INVALID");
        assertThat(api.send("DELETE", "/sites/guest", Role.ADMIN, null).text("code"))
                .isEqualTo("UNKNOWN_SITE");
    }

    @Test
    void serviceTellsItsVersionAndHealth() {
        assertThat(api.get("/version").text("site")).isEqualTo("here");
        assertThat(api.get("/version").text("version")).isEqualTo("1.2.3");
        Answer ready = api.send(HttpRequest.newBuilder(api.uri("/readyz")));
        assertThat(ready.text("status")).isEqualTo("UP");
    }

    @Test
    void invitationsAreListedWithoutTheirSecretAndCanBeTakenBack() {
        Answer made = api.post("/invitations", "{\"name\":\"invited\",\"read\":[\"archive\"]}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        Answer list = api.send("GET", "/invitations", Role.ADMIN, null);
        JsonNode open = list.json()
                .path("items")
                .valueStream()
                .filter(one -> one.path("name").asString().equals("invited"))
                .findFirst()
                .orElseThrow();
        assertThat(open.path("id").asString()).isEqualTo(made.text("id"));
        assertThat(open.path("code").isNull()).isTrue();
        assertThat(list.body()).doesNotContain(made.text("code"));
        assertThat(open.path("read").toString()).isEqualTo("[\"archive\"]");
        Instant created = Instant.parse(open.path("createdAt").asString());
        assertThat(Instant.parse(open.path("expiresAt").asString())).isEqualTo(created.plus(Duration.ofHours(24)));
        assertThat(api.get("/invitations").status()).as("a reader").isEqualTo(403);

        String path = "/invitations/" + made.text("id");
        assertThat(api.send("DELETE", path, Role.ADMIN, null).status()).isEqualTo(204);
        assertThat(api.send("DELETE", path, Role.ADMIN, null).text("code")).isEqualTo("NOT_FOUND");
    }

    @Test
    void aSiteIsAsTheLastContactWithItEnded() {
        SiteName there = new SiteName("there");
        api.contacts.forget(there);
        assertThat(site("there").path("state").asString()).isEqualTo("UNKNOWN");
        api.contacts.seen(there);
        JsonNode seen = site("there");
        assertThat(seen.path("state").asString()).isEqualTo("REACHABLE");
        assertThat(seen.path("stateSince").asString())
                .isEqualTo(seen.path("lastSeenAt").asString());
        api.contacts.seen(there);
        assertThat(site("there").path("stateSince")).isEqualTo(seen.path("stateSince"));
        api.contacts.missed(there);
        JsonNode missed = site("there");
        assertThat(missed.path("state").asString()).isEqualTo("UNREACHABLE");
        assertThat(Instant.parse(missed.path("stateSince").asString()))
                .isAfterOrEqualTo(Instant.parse(missed.path("lastSeenAt").asString()));
        api.contacts.forget(there);
    }

    private static JsonNode site(String name) {
        return api.get("/sites")
                .json()
                .path("items")
                .valueStream()
                .filter(one -> one.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
