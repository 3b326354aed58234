package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole servers are scraped over HTTP. */
@Timeout(180)
class ScrapeTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int FILES = 7;
    private static final int BYTES = 100_000;

    @TempDir
    Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) open.get(i).close();
    }

    private RunningServer kept(RunningServer server) {
        open.add(server::stop);
        return server;
    }

    private RunningServer source() throws Exception {
        Path from = Files.createDirectories(directory.resolve("from"));
        for (int i = 0; i < FILES; i++) Files.write(from.resolve("f" + i), new byte[BYTES + i]);
        return kept(ServerInProcess.start(directory, "a", "data=" + from, List.of()));
    }

    private RunningServer destination(String... more) throws Exception {
        Path to = Files.createDirectories(directory.resolve("to"));
        return kept(ServerInProcess.start(directory, "b", "in=" + to + ":rw", List.of(more)));
    }

    /** The catalog's figures of the site are read anew every few seconds. */
    private static ScrapedPage eventually(RunningServer server, String token, String name, double value) {
        return await().atMost(SOON)
                .until(() -> ScrapedPage.of(server, token), page -> page.value(name, "state", "SUCCEEDED") == value);
    }

    @Test
    void scrapeShowsWhatASmallJobDid() throws Exception {
        RunningServer source = source();
        RunningServer destination = destination();
        SiteInProcess.pair(source, destination);
        String token = ScrapedPage.token(destination);
        ScrapedPage before = ScrapedPage.of(destination, token);
        assertThat(before.status()).isEqualTo(200);
        String[] route = {"site", "b", "source", "a", "destination", "b", "outcome", "done"};
        assertThat(before.has("bdm_files_total")).as("at zero from the start").isTrue();

        JobId job = SiteInProcess.submit(destination, "bdm://b/in/tree", 0);
        assertThat(SiteInProcess.ended(destination, job).state()).isEqualTo(JobState.SUCCEEDED);
        JobId again = SiteInProcess.submit(destination, "bdm://b/in/tree", 0);
        assertThat(SiteInProcess.ended(destination, again).state()).isEqualTo(JobState.SUCCEEDED);

        double bytes = FILES * BYTES + FILES * (FILES - 1) / 2.0;
        ScrapedPage page = eventually(destination, token, "bdm_site_jobs", 2);
        assertThat(page.value("bdm_files_total", route)).isEqualTo(FILES);
        assertThat(page.value("bdm_file_bytes_total", route)).isEqualTo(bytes);
        assertThat(page.value("bdm_received_bytes_total", "source", "a", "destination", "b"))
                .isEqualTo(bytes);
        assertThat(page.value("bdm_resent_bytes_total", "source", "a")).isZero();
        assertThat(page.value("bdm_running_jobs")).isZero();
        assertThat(page.value("bdm_site_jobs", "state", "QUEUED")).isZero();
        assertThat(page.value("bdm_site_open_files")).isZero();
        assertThat(page.value("bdm_site_nodes", "state", "UP")).isEqualTo(1);
        assertThat(page.value("bdm_peer_reachable", "peer", "a")).isEqualTo(1);
        assertThat(page.value("bdm_catalog_up")).isEqualTo(1);
        assertThat(page.value("bdm_catalog_operation_duration_seconds_count", "operation", "commit"))
                .isPositive();
        assertThat(page.value("bdm_export_available", "export", "in")).isEqualTo(1);
        assertThat(page.value("bdm_export_free_bytes", "export", "in")).isPositive();
        assertThat(page.value("bdm_cache_free_bytes")).isEqualTo(page.value("bdm_cache_bytes"));
        assertThat(page.value("bdm_node_info", "node", "node-1", "roles", "control,data"))
                .isEqualTo(1);
        assertThat(page.value("bdm_scrape_errors_total")).isZero();

        ScrapedPage ofSource = ScrapedPage.of(source, ScrapedPage.token(source));
        assertThat(ofSource.value("bdm_sent_bytes_total", "site", "a", "peer", "b"))
                .isGreaterThanOrEqualTo(bytes);
    }

    @Test
    void scrapeAnswersWithinASecondWhileTheCatalogDoesNotAnswer() throws Exception {
        CatalogLocation location = TestDatabase.POSTGRESQL.prepared();
        int port = Integer.parseInt(location.jdbcUrl().replaceAll(".*localhost:(\\d+)/.*", "$1"));
        FrozenWire wire = new FrozenWire(port);
        open.add(wire);
        RunningServer server = destination(
                "--catalog",
                location.jdbcUrl().replace("localhost:" + port, "127.0.0.1:" + wire.port()),
                "--catalog-user",
                location.user());
        String token = ScrapedPage.token(server);
        assertThat(ScrapedPage.of(server, token).value("bdm_site_nodes", "state", "UP"))
                .isEqualTo(1);

        wire.freeze();
        for (int scrape = 0; scrape < 3; scrape++) {
            long begun = System.nanoTime();
            ScrapedPage page = ScrapedPage.of(server, token);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.value("bdm_running_jobs")).isZero();
            assertThat(page.value("bdm_figures_age_seconds", "figures", "site")).isPositive();
        }
        await().atMost(SOON)
                .until(() -> ScrapedPage.of(server, token).value("bdm_figures_age_seconds", "figures", "site") > 10);
        wire.thaw();
        await().atMost(SOON)
                .until(() -> ScrapedPage.of(server, token).value("bdm_figures_age_seconds", "figures", "site") < 10);
    }

    @Test
    void eachRoleShowsWhatItHas() throws Exception {
        try (SiteInProcess site = new SiteInProcess(directory)) {
            RunningServer control = site.node("control", "--role", "control");
            RunningServer data = site.node("data", "--role", "data", "--export", "in=" + site.tree("to") + ":rw");
            String token = ScrapedPage.token(control);

            ScrapedPage ofControl = ScrapedPage.of(control, token);
            assertThat(ofControl.value("bdm_site_nodes", "state", "UP")).isEqualTo(2);
            assertThat(ofControl.has("bdm_cache_bytes")).isFalse();

            ScrapedPage ofData = ScrapedPage.of(data, token);
            assertThat(ofData.value("bdm_node_info", "node", "node-2", "roles", "data"))
                    .isEqualTo(1);
            assertThat(ofData.value("bdm_cache_bytes")).isPositive();
            assertThat(ofData.text()).doesNotContain("bdm_site_");
        }
    }
}
