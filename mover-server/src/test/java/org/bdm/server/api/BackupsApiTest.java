package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupsApiTest {
    @TempDir
    Path home;

    private RunningApi api;

    @BeforeEach
    void start() {
        api = new RunningApi(home);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private Answer admin(String path) {
        return api.send("GET", path, Role.ADMIN, null);
    }

    @Test
    void anAdministratorMakesABackupAndSeesItsDigest() {
        Answer begun = api.post("/backups", "{\"name\":\"mine\"}");
        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.text("state")).isEqualTo("RUNNING");
        await().until(() -> admin("/backups/mine.zip").text("state").equals("GOOD"));
        Answer made = admin("/backups/mine.zip");
        assertThat(made.text("sha256")).hasSize(64);
        assertThat(made.json().path("isChecked").asBoolean()).isTrue();
        assertThat(home.resolve("backups").resolve("mine.zip"))
                .hasSize(made.json().path("bytes").asLong());
        assertThat(admin("/backups").json().path("items").size()).isEqualTo(1);
    }

    @Test
    void nobodyElseMayAndNoPathIsTaken() {
        assertThat(api.send("POST", "/backups", Role.OPERATOR, "{}").status()).isEqualTo(403);
        assertThat(api.get("/backups").status()).isEqualTo(403);
        Answer refused = api.post("/backups", "{\"name\":\"../mine\"}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(Files.exists(home.resolve("mine.zip"))).isFalse();
        assertThat(admin("/backups/none.zip").status()).isEqualTo(404);
    }
}
