package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators see the state of the machine; only administrators take a support bundle, and the audit log says so. */
class DoctorApiTest {
    @TempDir
    Path home;

    @Test
    void machineIsShownToOperatorsAndTheBundleToAdministrators() {
        try (RunningApi api = new RunningApi(home)) {
            Answer found = api.send("GET", "/doctor", Role.OPERATOR, null);
            assertThat(found.status()).isEqualTo(200);
            assertThat(found.text("node")).isEqualTo("node-1");
            assertThat(found.text("site")).isEqualTo("here");
            assertThat(found.json().path("checks").size()).isGreaterThan(15);
            assertThat(found.text("verdict"))
                    .isEqualTo(
                            found.json().path("checks").path(0).path("verdict").asString());
            assertThat(api.send("GET", "/doctor", Role.READER, null).status()).isEqualTo(403);
            assertThat(api.send("GET", "/doctor/bundle", Role.OPERATOR, null).status())
                    .isEqualTo(403);
            Answer bundle = api.send("GET", "/doctor/bundle", Role.ADMIN, null);
            assertThat(bundle.status()).isEqualTo(200);
            assertThat(bundle.header("Content-Type")).startsWith("application/zip");
            await().until(() -> api.catalog.audit().after(0, 100).stream()
                    .anyMatch(line -> line.action().equals("GET /api/v1/doctor/bundle")
                            && line.actor().equals("admin-person")));
        }
    }
}
