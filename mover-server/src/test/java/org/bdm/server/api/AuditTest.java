package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.AuditSeals;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Administrators read the audit log, filtered and page by page, and see when it was changed or cut off. */
class AuditTest {
    @TempDir
    Path home;

    private RunningApi api;

    @BeforeEach
    void start() {
        api = new RunningApi(home);
        AuditTrail trail = api.part(AuditTrail.class);
        for (int i = 0; i < 30; i++) {
            trail.note(
                    i % 2 == 0 ? "ann" : "bob",
                    "POST /x/" + i % 3,
                    "job-" + i,
                    i % 5 == 0 ? "201" : "OK",
                    "192.0.2.1",
                    "");
        }
        await().until(() -> api.catalog.audit().after(0, 100).size() == 30);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private Answer audit(String query) {
        return api.send("GET", "/audit" + query, Role.ADMIN, null);
    }

    private List<String> objects(String query) {
        List<String> objects = new ArrayList<>();
        String cursor = "";
        do {
            Answer page = audit("?limit=4" + query + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            for (JsonNode line : page.json().path("items"))
                objects.add(line.path("object").asString());
            cursor = page.json().path("nextCursor").asString("");
        } while (!cursor.isEmpty());
        return objects;
    }

    @Test
    void linesArePagedNewestFirstAndFiltered() {
        assertThat(objects("")).hasSize(30).startsWith("job-29", "job-28").endsWith("job-0");
        assertThat(objects("&who=ann")).hasSize(15).allMatch(job -> Integer.parseInt(job.substring(4)) % 2 == 0);
        assertThat(objects("&action=post%20/x/1")).hasSize(10);
        assertThat(objects("&object=JOB-2")).containsExactly("job-2");
        assertThat(objects("&object=job-")).hasSize(30);
        assertThat(objects("&result=201&who=bob")).containsExactly("job-25", "job-15", "job-5");
        assertThat(objects("&since=" + Instant.now().plusSeconds(60))).isEmpty();
        assertThat(objects("&until=" + Instant.now().minusSeconds(3_600))).isEmpty();
        assertThat(objects("&since=" + Instant.now().minusSeconds(3_600))).hasSize(30);
    }

    @Test
    void changesSayWhatWasGivenAndAreFoundByWhatWasMade() {
        Answer token = api.post("/tokens", "{\"name\":\"nightly\",\"roles\":[\"submitter\"]}");
        api.post("/invitations", "{\"name\":\"dkrz\",\"read\":[\"data/x\"],\"write\":[]}");
        String job = api.send(
                        "POST",
                        "/jobs",
                        Role.OPERATOR,
                        SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/s", "bdm://here/data/a")))
                .text("id");
        api.send("PATCH", "/jobs/" + job, Role.OPERATOR, "{\"priority\":1}");
        await().until(() -> audit("").json().path("items").size() == 34);
        assertThat(detail("POST /api/v1/tokens")).isEqualTo(token.text("id") + " of nightly with submitter");
        assertThat(audit("").body()).as("no secret").doesNotContain(token.text("token"));
        assertThat(detail("POST /api/v1/invitations")).isEqualTo("site dkrz may read data/x");
        assertThat(detail("PATCH")).isEqualTo("priority=1");
        assertThat(audit("?who=operator-person&object=" + job)
                        .json()
                        .path("items")
                        .size())
                .as("its submission and its change")
                .isEqualTo(2);
    }

    private String detail(String action) {
        JsonNode lines = audit("?action=" + action.replace(" ", "%20") + "&limit=1")
                .json()
                .path("items");
        return lines.get(0).path("detail").asString();
    }

    @Test
    void wrongFiltersAreBadRequests() {
        for (String query :
                List.of("?since=yesterday", "?limit=0", "?cursor=x", "?until=2026-01-01", "/check?cursor=x")) {
            assertThat(audit(query).status()).as(query).isEqualTo(400);
        }
    }

    private JsonNode check() {
        Answer check = api.send("GET", "/audit/check", Role.ADMIN, null);
        assertThat(check.status()).as(check.body()).isEqualTo(200);
        return check.json();
    }

    private void assertBroken(String trouble) {
        assertThat(check().path("intact").asBoolean()).isFalse();
        assertThat(check().path("troubles").toString()).contains(trouble);
    }

    /** Writes to the database as somebody would who has its file. */
    private void tamper(String... changes) throws SQLException {
        api.close();
        try (Connection database = DriverManager.getConnection(
                        "jdbc:h2:file:" + home.resolve("catalog/catalog").toAbsolutePath(), "bdm", "");
                Statement statement = database.createStatement()) {
            for (String change : changes) statement.execute(change);
        }
        api = new RunningApi(home);
    }

    @Test
    void untouchedLogIsIntactAndSigned() {
        AuditSeals seals = api.part(AuditSeals.class);
        seals.seal();
        seals.seal();
        JsonNode check = check();
        assertThat(check.path("intact").asBoolean()).as(check.toString()).isTrue();
        assertThat(check.path("lines").asLong()).isEqualTo(30);
        assertThat(check.path("sealedLine").asLong()).isEqualTo(30);
        assertThat(check.path("checkedLine").asLong()).isEqualTo(30);
        assertThat(check.path("brokenLine").isNull()).isTrue();
        assertThat(check.path("nextCursor").isNull()).isTrue();
        assertThat(Instant.parse(check.path("sealedAt").asString())).isBeforeOrEqualTo(Instant.now());
        assertThat(check.path("seals").asInt()).as("nothing new was signed").isEqualTo(1);
    }

    @Test
    void endThatWasCutOffIsSeenAlsoWhenItsSignatureWasRemovedFromTheCatalog() throws SQLException {
        api.part(AuditSeals.class).seal();
        tamper(
                "DELETE FROM audit WHERE audit_no > 20",
                "DELETE FROM audit_seal",
                "UPDATE running_number SET last_number = 20 WHERE name = 'audit'");
        assertBroken("line 30 is missing");
    }

    @Test
    void lineThatWasChangedIsSeen() throws SQLException {
        api.part(AuditSeals.class).seal();
        tamper("UPDATE audit SET actor = 'eve' WHERE audit_no = 7");
        assertBroken("line 7 was changed");
        assertThat(check().path("brokenLine").asLong()).isEqualTo(7);
    }

    @Test
    void signaturesOfOthersAndFilesThatWereRemovedAreSeen() throws IOException {
        api.part(AuditSeals.class).seal();
        Path file = home.resolve("audit-seals");
        String seal = Files.readString(file);
        Files.writeString(file, seal.replace("30 ", "29 "));
        assertBroken("is not signed with the key of this site");
        Files.delete(file);
        assertBroken("audit-seals is missing");
    }
}
