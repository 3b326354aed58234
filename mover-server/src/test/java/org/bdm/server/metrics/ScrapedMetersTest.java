package org.bdm.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scrape answers, whatever a part of the program does. */
@Timeout(30)
class ScrapedMetersTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @AfterEach
    void stop() {
        end.countDown();
        threads.shutdownNow();
    }

    private ScrapedMeters bound(List<MeterSource> sources, List<Refreshed<?>> figures) {
        ScrapedMeters meters = new ScrapedMeters(
                "here", sources, figures, new MeteredServer.Environment(threads, Clock.systemUTC(), System::nanoTime));
        meters.bindTo(registry);
        return meters;
    }

    private Refreshed<String> figure(String name, boolean hangs) {
        return new Refreshed<>(
                name,
                Duration.ofSeconds(10),
                () -> {
                    if (hangs) awaitEnd();
                    return "read";
                },
                threads,
                System::nanoTime);
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void scrapeAnswersWithinASecondWhileFiguresHang() {
        Refreshed<String> hanging = figure("site", true);
        Refreshed<String> answering = figure("exports", false);
        bound(
                List.of(samples -> samples.add(DeclaredMeter.RUNNING_JOBS, 3)),
                List.of(hanging, answering, figure("attention", true)));
        long begun = System.nanoTime();
        String text = registry.scrape();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
        assertThat(text)
                .contains("bdm_running_jobs{site=\"here\"} 3.0")
                .contains("bdm_figures_age_seconds{figures=\"exports\",site=\"here\"}")
                .doesNotContain("bdm_figures_age_seconds{figures=\"site\"");
        assertThat(hanging.value()).isEmpty();
        assertThat(answering.value()).contains("read");
    }

    @Test
    void groupThatFailsIsCountedAndHidesNoOther() {
        bound(
                List.of(
                        samples -> {
                            throw new IllegalStateException("a defect");
                        },
                        samples -> samples.add(DeclaredMeter.RUNNING_JOBS, 3)),
                List.of());
        assertThat(registry.scrape())
                .contains("bdm_running_jobs{site=\"here\"} 3.0", "bdm_scrape_errors_total{site=\"here\"} 1.0");
        assertThat(registry.scrape()).contains("bdm_scrape_errors_total{site=\"here\"} 2.0");
    }

    @Test
    void openMetricsHasTypesUnitsAndAnEnd() {
        bound(
                List.of(samples -> {
                    samples.add(DeclaredMeter.SENT_BYTES, 5, "there");
                    samples.add(DeclaredMeter.CATALOG_UP, true);
                }),
                List.of());
        String text = registry.scrape("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(text)
                .contains("# TYPE bdm_sent_bytes counter\n# UNIT bdm_sent_bytes bytes\n")
                .contains("bdm_sent_bytes_total{peer=\"there\",site=\"here\"} 5.0\n")
                .contains("# TYPE bdm_catalog_up gauge\n", "bdm_catalog_up{site=\"here\"} 1.0\n")
                .endsWith("# EOF\n");
    }
}
