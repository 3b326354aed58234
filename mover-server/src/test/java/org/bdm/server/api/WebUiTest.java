package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.message.SubmissionLimits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the web UI; the ones of this test stand in for those of the build. */
class WebUiTest {
    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home, SubmissionLimits.PUBLISHED, true);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer get(String path) {
        return api.send(HttpRequest.newBuilder(api.uri(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/index.html",
                "/jobs",
                "/jobs/job-7",
                "/sites/there/exports",
                "/login",
                "/datasets/CMIP6.CMIP.X.v1"
            })
    void everyPageIsTheOneDocumentWithAFreshNonce(String path) {
        Answer page = get(path);
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Cache-Control")).contains("no-store");
        String nonce = page.body().replaceFirst("(?s).*csp-nonce\" content=\"([^\"]*)\".*", "$1");
        assertThat(nonce).hasSize(22).isNotEqualTo(get(path).body().replaceFirst("(?s).*content=\"([^\"]*)\".*", "$1"));
        assertThat(page.response().headers().allValues("Content-Security-Policy"))
                .singleElement()
                .satisfies(policy -> assertThat(policy).contains("style-src 'self' 'nonce-" + nonce + "'"));
    }

    @Test
    void filesWithADigestInTheirNameAreKeptForGood() {
        Answer script = get("/assets/app-1a2b.js");
        assertThat(script.status()).isEqualTo(200);
        assertThat(script.header("Content-Type")).contains("javascript");
        assertThat(script.header("Cache-Control")).contains("immutable");
        assertThat(get("/assets/map.module-5_e-f6.js").status()).isEqualTo(200);
        assertThat(get("/assets/app-lost.js").status()).isEqualTo(404);
        assertThat(get("/assets/").body()).doesNotContain("app-1a2b");
    }

    @Test
    void scriptsAndStylesAreCompressed() {
        Answer style = api.send(
                HttpRequest.newBuilder(api.uri("/assets/long-3c4d.css")).header("Accept-Encoding", "gzip"));
        assertThat(style.header("Content-Encoding")).isEqualTo("gzip");
    }

    @Test
    void pagesTakeNothing() {
        Answer posted = api.send(HttpRequest.newBuilder(api.uri("/jobs")).POST(BodyPublishers.ofString("x")));
        assertThat(posted.status()).isIn(401, 404, 405);
    }

    @Test
    void openMetricsNeedNoToken() {
        assertThat(get("/actuator/prometheus").status()).isEqualTo(200);
        assertThat(get("/actuator/health").status()).isEqualTo(401);
    }
}
