package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each process of a site examines its own machine, one without the role control as well. */
@Timeout(180)
class DoctorOfNodesTest {
    @TempDir
    Path directory;

    @Test
    void dataNodeIsAskedAtItsOwnAddress() throws Exception {
        try (SiteInProcess site = new SiteInProcess(directory)) {
            site.node("control", "--role", "control");
            RunningServer data = site.node("data", "--role", "data", "--export", "in=" + site.tree("to") + ":rw");
            String token = Files.readString(directory.resolve("control").resolve("admin.token"))
                    .strip();
            HttpResponse<String> found = get(data, "/api/v1/doctor", token);
            assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
            assertThat(found.body()).contains("\"node-2\"", "\"export in\"", "that of the database");
            assertThat(get(data, "/api/v1/doctor/bundle", token).statusCode()).isEqualTo(200);
            assertThat(get(data, "/api/v1/doctor", "bdm_wrong").statusCode()).isEqualTo(401);
            assertThat(get(data, "/api/v1/jobs", token).body()).contains("CONTROL_ELSEWHERE");
        }
    }

    private static HttpResponse<String> get(RunningServer server, String path, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(ScrapedPage.url(server) + path))
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
