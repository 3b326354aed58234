package org.bdm.server.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.site.access.Role;

/** What a server answered to a scrape, in the text format of Prometheus. */
record ScrapedPage(int status, String text) {
    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** One line. */
    record Sample(String name, Map<String, String> labels, double value) {}

    /** A token with the role metrics alone. */
    static String token(RunningServer server) {
        return server.parts()
                .callers()
                .tokens()
                .create("prometheus", EnumSet.of(Role.METRICS), null)
                .join()
                .secret();
    }

    static ScrapedPage of(RunningServer server, String token) throws IOException, InterruptedException {
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(URI.create(url(server) + "/actuator/prometheus"))
                        .header("Authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return new ScrapedPage(answer.statusCode(), answer.body());
    }

    static String url(RunningServer server) {
        for (String word : server.readyLine().split(" ")) if (word.startsWith("url=")) return word.substring(4);
        throw new AssertionError(server.readyLine());
    }

    List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        for (String line : text.split("\n")) {
            if (line.startsWith("#") || line.isBlank()) continue;
            Matcher parsed = LINE.matcher(line);
            if (!parsed.matches()) throw new AssertionError("not a sample: " + line);
            Map<String, String> labels = new TreeMap<>();
            Matcher label = LABEL.matcher(parsed.group(2) == null ? "" : parsed.group(2));
            while (label.find()) labels.put(label.group(1), label.group(2));
            samples.add(new Sample(parsed.group(1), labels, Double.parseDouble(parsed.group(3))));
        }
        return samples;
    }

    /** The sum of all samples of this name that have these labels, given as name, value, ..; NaN if there is none. */
    double value(String name, String... labels) {
        Map<String, String> wanted = new HashMap<>();
        for (int i = 0; i < labels.length; i += 2) wanted.put(labels[i], labels[i + 1]);
        return samples().stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample -> sample.labels().entrySet().containsAll(wanted.entrySet()))
                .mapToDouble(Sample::value)
                .reduce(Double::sum)
                .orElse(Double.NaN);
    }

    boolean has(String name) {
        return samples().stream().anyMatch(sample -> sample.name().equals(name));
    }
}
