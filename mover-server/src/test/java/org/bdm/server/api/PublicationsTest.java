package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The route; what is sent is in ReplicaPublicationTest. */
class PublicationsTest {
    private static final String TOKEN = "a-secret-token";

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

    private static Answer publish(Role role, String dataset, String node, String token) {
        String body = "{\"dataset\":\"" + dataset + "\",\"index\":\"west\",\"node\":\"" + node
                + "\",\"root\":\"https://n.example.org/x\",\"credential\":\"" + token + "\"}";
        return api.send("POST", "/publications", role, body);
    }

    @Test
    void onlyOperatorsPublish() {
        assertThat(publish(Role.READER, "a.b.c.v1", "n.example.org", TOKEN).status())
                .isEqualTo(403);
        assertThat(publish(Role.REQUESTER, "a.b.c.v1", "n.example.org", TOKEN).status())
                .isEqualTo(403);
    }

    @Test
    void eachAttemptIsInTheAuditLogWithoutTheCredential() {
        Answer answer = publish(Role.OPERATOR, "a.b.c.v7", "n.example.org", TOKEN);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("detail")).contains("there is no index 'west'").doesNotContain(TOKEN);

        AuditEntry noted = await().until(
                        () -> api.catalog.audit().after(0, 1000).stream()
                                .filter(entry -> entry.action().equals("publish")
                                        && entry.object().equals("a.b.c.v7"))
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
        assertThat(noted.result()).isEqualTo("NOT_FOUND");
        assertThat(noted.detail()).isEqualTo("index west, node n.example.org");
        assertThat(noted.actor()).isEqualTo("operator-person");
        assertThat(api.catalog.audit().after(0, 1000).toString()).doesNotContain(TOKEN);
    }

    @Test
    void whatCannotBeIsRefusedBeforeAnybodyIsAsked() {
        assertThat(publish(Role.OPERATOR, "a.b.c", "n.example.org", TOKEN).text("detail"))
                .contains("names no version");
        assertThat(publish(Role.OPERATOR, "a.b.c.v1", "no node!", TOKEN).text("code"))
                .isEqualTo("INVALID_REQUEST");
        Answer answer = publish(Role.OPERATOR, "a.b.c.v1", "n.example.org", "two words " + TOKEN);
        assertThat(answer.text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(answer.body()).doesNotContain(TOKEN);
        assertThat(api.get("/publications?dataset=a.b.c.v1&index=west&node=x").text("code"))
                .isEqualTo("NOT_FOUND");
    }
}
