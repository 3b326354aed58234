package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.bdm.server.logging.LogLevel;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsApiTest {
    @TempDir
    Path home;

    private final LogLevel before = LogLevel.now();

    @AfterEach
    void levelAsBefore() {
        before.use();
    }

    @Test
    void administratorChangesHowMuchIsLoggedWhileTheServerRuns() {
        try (RunningApi api = new RunningApi(home)) {
            assertThat(api.send("GET", "/settings", Role.ADMIN, null).text("logLevel"))
                    .isEqualTo(before.name());
            assertThat(api.send("PATCH", "/settings", Role.ADMIN, "{\"logLevel\":\"DEBUG\"}")
                            .text("logLevel"))
                    .isEqualTo("DEBUG");
            assertThat(LogLevel.now()).isEqualTo(LogLevel.DEBUG);
            assertThat(api.send("PATCH", "/settings", Role.ADMIN, "{}").text("logLevel"))
                    .isEqualTo("DEBUG");
        }
    }

    @Test
    void unknownLevelAndOtherRolesAreRefused() {
        try (RunningApi api = new RunningApi(home)) {
            var unknown = api.send("PATCH", "/settings", Role.ADMIN, "{\"logLevel\":\"LOUD\"}");
            assertThat(unknown.status()).isEqualTo(400);
            assertThat(unknown.text("detail")).isEqualTo("logLevel: it is ERROR, WARN, INFO or DEBUG");
            assertThat(api.send("PATCH", "/settings", Role.OPERATOR, "{\"logLevel\":\"DEBUG\"}")
                            .status())
                    .isEqualTo(403);
            assertThat(LogLevel.now()).isEqualTo(before);
        }
    }
}
