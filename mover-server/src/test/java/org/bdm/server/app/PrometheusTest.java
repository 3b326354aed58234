package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.JobId;
import org.bdm.core.source.http.FakeDataNode;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.catalog.dataset.Subscriptions;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.discovery.event.MemoryStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Prometheus scrapes a pair of sites, a data node and an event stream beside them: every panel of the dashboard has data, and alerts fire in
 * staged troubles and end with them. Skipped where Prometheus is not installed.
 */
@Timeout(300)
class PrometheusTest {
    private static final Duration SOON = Duration.ofSeconds(100);
    private static final Path DASHBOARD = Path.of("..", "docs", "monitoring", "dashboard.json");
    private static final String TOPIC = "made.events";
    private static final int MIB = 1 << 20;

    @TempDir
    Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final FakeDataNode dataNode = new FakeDataNode();
    private RunningServer source;
    private RunningServer own;
    private Path to;
    private RunningPrometheus prometheus;

    @BeforeEach
    void start() throws Exception {
        assumeThat(isInstalled()).as("prometheus is installed").isTrue();
        open.add(dataNode::close);
        Path from = Files.createDirectories(directory.resolve("from"));
        for (int i = 0; i < 60; i++) Files.write(from.resolve("f" + i), new byte[2 * MIB]);
        to = Files.createDirectories(directory.resolve("to"));
        source = ServerInProcess.start(directory, "a", "data=" + from, List.of("--metrics-open"));
        open.add(source::stop);
        Path kafka = Files.createFile(directory.resolve("kafka.properties"));
        own = ServerInProcess.start(
                directory,
                "b",
                "in=" + to + ":rw",
                List.of(
                        "--metrics-open",
                        "--allow-host",
                        dataNode.authority(),
                        "--backup-every",
                        "24",
                        "--kafka-topic",
                        TOPIC,
                        "--kafka-settings",
                        kafka.toString()));
        open.add(own::stop);
        SiteInProcess.pair(source, own);
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) open.get(i).close();
    }

    private static boolean isInstalled() {
        try {
            return new ProcessBuilder("prometheus", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            System.out.println("skipped: prometheus is not installed");
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Files of the data node: good ones, or such whose bytes are not the published ones. */
    private void submitFromDataNode(String name, int files, boolean areGood) {
        List<SubmittedItem> items = new ArrayList<>();
        for (int i = 0; i < files; i++) items.add(item(name + i + ".nc", new byte[MIB / 2], areGood));
        JobSettings settings =
                JobSettingsBuilder.builder().reuse(JobSettings.Reuse.OFF).build();
        JobRequest request = new JobRequest(
                JobKind.REPLICA_SET, "test", "", 3, 0, KeptSettings.of(settings), null, "bdm://b/in/x", null);
        JobId unused = own.parts()
                .catalog()
                .submissions()
                .submit(request, items, null)
                .join()
                .job();
    }

    private SubmittedItem item(String name, byte[] content, boolean isGood) {
        content[0] = 'C';
        content[1] = 'D';
        content[2] = 'F';
        content[3] = 1;
        String url = dataNode.put("/" + name, content).toString();
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(isGood ? content : new byte[1]));
        return new SubmittedItem(
                ItemSource.kept(url),
                "bdm://b/in/x/" + name,
                false,
                content.length,
                List.of(digest.finish()),
                Instant.parse("2019-12-07T01:02:03Z"),
                List.of(new ItemCopy(url, 0)));
    }

    private void subscribe() {
        Subscriptions all = own.parts().catalog().subscriptions();
        long number = all.add(new Subscription(
                        0,
                        "ann",
                        "tas",
                        SubscriptionState.ACTIVE,
                        "{}",
                        Duration.ofHours(6),
                        new Subscription.Choices(true, false, null, null),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        0,
                        null))
                .join()
                .number();
        all.begin(number).join();
        all.end(number, new Subscription.Run(Instant.now(), null, 0, 0, 0, 0, ""), List.of())
                .join();
    }

    private static void sendEvent() {
        assertThat(MemoryStreams.send(TOPIC, "{\"method\":\"PATCH\",\"item\":{\"id\":\"CMIP6.x\",\"hidden\":true}}"))
                .isTrue();
    }

    /** A stranger at the data port. */
    private void knock() throws IOException {
        String[] address = own.parts().node().site().dataAddress().split(":");
        try (Socket socket = new Socket(InetAddress.getByName(address[0]), Integer.parseInt(address[1]))) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(20_000);
            int unused = socket.getInputStream().read();
        }
    }

    private Set<String> panelsWithoutData() throws IOException {
        Set<String> empty = new TreeSet<>();
        JsonNode dashboard = JsonMapper.builder().build().readTree(Files.readString(DASHBOARD));
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                String query = target.path("expr")
                        .asString()
                        .replace("$__rate_interval", "30s")
                        .replace("$site", ".*");
                if (prometheus.series(query) == 0) {
                    empty.add(panel.path("title").asString() + ": " + query);
                }
            }
        }
        return empty;
    }

    private void fires(String... alerts) {
        await().atMost(SOON)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(prometheus.firing()).contains(alerts));
    }

    private void fireNoMore(String... alerts) {
        await().atMost(SOON)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(prometheus.firing()).doesNotContain(alerts));
    }

    @Test
    void panelsHaveDataAndAlertsFireInTroublesAndEndWithThem() throws Exception {
        Optional<RunningPrometheus> started = RunningPrometheus.start(directory, List.of(source, own));
        prometheus = started.orElseThrow();
        open.add(prometheus);
        await().atMost(SOON).until(() -> prometheus.healthyTargets() == 2);

        JobId slow = SiteInProcess.submit(own, "bdm://b/in/tree", 3 * MIB);
        SiteInProcess.submit(own, "bdm://b/in/paused", MIB);
        await().atMost(SOON).until(() -> own.parts().live().of(slow).bytes().moved() > 0);
        SiteInProcess.submit(own, "bdm://b/in/tree", MIB); // its files are put off: the same are being written
        submitFromDataNode("good", 2, true);
        submitFromDataNode("wrong", 1, false);
        subscribe();
        sendEvent();
        knock();
        JobId paused = new JobId(slow.number() + 1);
        own.parts()
                .catalog()
                .jobs()
                .change(
                        paused,
                        JobState.PAUSED,
                        new JobReason(PauseReason.BY_USER.name(), "by a test", Instant.now(), null))
                .join();
        await().atMost(SOON)
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(panelsWithoutData()).isEmpty());

        submitFromDataNode("bad", 30, false);
        fires("BdmAttention", "BdmFilesFailing");
        Files.move(to, directory.resolve("away"));
        fires("BdmExportUnavailable");
        Files.move(directory.resolve("away"), to);
        fireNoMore("BdmExportUnavailable");
        source.stop();
        SiteInProcess.submit(own, "bdm://b/in/later", 0); // it dials
        fires("BdmDown", "BdmPeerUnreachable");
    }
}
