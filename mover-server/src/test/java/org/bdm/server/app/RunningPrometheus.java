package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus in a process of its own, which scrapes servers of a test every second and has the alert rules of the documentation. */
final class RunningPrometheus implements AutoCloseable {
    private static final Path RULES = Path.of("..", "docs", "monitoring", "alerts.yaml");
    private static final String SOON = "for: 3s";

    private final Process process;
    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = JsonMapper.builder().build();

    private RunningPrometheus(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it for servers whose metrics are open; empty where the Debian package prometheus is not installed. The rules fire after 3 s instead of their times. */
    static Optional<RunningPrometheus> start(Path directory, List<RunningServer> servers) throws IOException {
        Files.writeString(
                directory.resolve("alerts.yaml"), Files.readString(RULES).replaceAll("for: [0-9]+[mh]", SOON));
        String targets = servers.stream()
                .map(server -> ScrapedPage.url(server).substring("http://".length()))
                .collect(Collectors.joining(", "));
        Path config = Files.writeString(directory.resolve("prometheus.yaml"), """
                global: { scrape_interval: 1s, evaluation_interval: 1s }
                rule_files: [ alerts.yaml ]
                scrape_configs:
                  - job_name: bdm
                    metrics_path: /actuator/prometheus
                    static_configs: [ { targets: [ %s ] } ]
                """.formatted(targets));
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command = new ArrayList<>(List.of("prometheus", "--config.file=" + config));
        command.add("--storage.tsdb.path=" + directory.resolve("series"));
        command.add("--web.listen-address=127.0.0.1:" + port);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile());
        try {
            return Optional.of(new RunningPrometheus(builder.start(), port));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private JsonNode get(String path) {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 503 ? json.createObjectNode() : json.readTree(answer.body());
        } catch (IOException e) {
            return json.createObjectNode(); // it has not started yet
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Number of series that a query finds now. */
    int series(String query) {
        JsonNode answer = get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        assertThat(answer.path("error").asString("")).as(query).isEmpty();
        return answer.path("data").path("result").size();
    }

    /** Names of the alerts that fire now. */
    Set<String> firing() {
        Set<String> names = new TreeSet<>();
        for (JsonNode alert : get("/api/v1/alerts").path("data").path("alerts")) {
            if (alert.path("state").asString().equals("firing"))
                names.add(alert.path("labels").path("alertname").asString());
        }
        return names;
    }

    /** Targets that were scraped without an error. */
    long healthyTargets() {
        long healthy = 0;
        for (JsonNode target : get("/api/v1/targets").path("data").path("activeTargets")) {
            if (target.path("health").asString().equals("up")) healthy++;
        }
        return healthy;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
