package org.bdm.server.discovery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bdm.server.discovery.index.FacetValues;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An index of the esg-search shape over given records, on a socket of its own: filters, pages and counts as the servlet does. */
final class FakeIndex implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> CONTROLS = List.of(
            "format",
            "distrib",
            "shards",
            "offset",
            "limit",
            "facets",
            "query",
            "from",
            "to",
            "min_version",
            "max_version");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final List<JsonNode> records = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    private FakeIndex(HttpServer server) {
        this.server = server;
    }

    static FakeIndex start(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        FakeIndex index = new FakeIndex(server);
        server.setExecutor(index.threads);
        server.createContext("/esg-search/search", index::search);
        server.start();
        return index;
    }

    FakeIndex with(String... json) {
        for (String one : json) records.add(JSON.readTree(one.replace('\'', '"')));
        return this;
    }

    FakeIndex with(Iterable<JsonNode> nodes) {
        nodes.forEach(records::add);
        return this;
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/esg-search/search");
    }

    /** Query strings, decoded, in the order of their arrival. */
    List<String> asked() {
        return asked;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void search(HttpExchange exchange) throws IOException {
        String raw = exchange.getRequestURI().getRawQuery();
        asked.add(URLDecoder.decode(raw, StandardCharsets.UTF_8));
        byte[] body = JSON.writeValueAsBytes(answer(parameters(raw)));
        exchange.getResponseHeaders().set("Content-Type", "application/json;charset=UTF-8");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static Map<String, List<String>> parameters(String raw) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String pair : raw.split("&")) {
            String[] parts = pair.split("=", 2);
            String name = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
            String value = URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
            parameters.computeIfAbsent(name, key -> new ArrayList<>()).addAll(FacetValues.alternatives(value));
        }
        return parameters;
    }

    private ObjectNode answer(Map<String, List<String>> parameters) {
        List<JsonNode> found =
                records.stream().filter(record -> fits(record, parameters)).toList();
        int offset = Integer.parseInt(first(parameters, "offset", "0"));
        int limit = Integer.parseInt(first(parameters, "limit", "10"));
        ObjectNode answer = JSON.createObjectNode();
        answer.putObject("responseHeader").put("status", 0);
        ObjectNode response = answer.putObject("response");
        response.put("numFound", found.size()).put("start", offset);
        ArrayNode docs = response.putArray("docs");
        found.stream().skip(offset).limit(limit).forEach(docs::add);
        ObjectNode counts = answer.putObject("facet_counts").putObject("facet_fields");
        for (String facet : parameters.getOrDefault("facets", List.of())) count(facet, found, counts.putArray(facet));
        return answer;
    }

    private static void count(String facet, List<JsonNode> found, ArrayNode counts) {
        Map<String, Integer> values = new TreeMap<>();
        for (JsonNode record : found) {
            for (String value : values(record, facet)) values.merge(value, 1, Integer::sum);
        }
        values.forEach((value, count) -> counts.add(value).add(count));
    }

    private static boolean fits(JsonNode record, Map<String, List<String>> parameters) {
        return parameters.entrySet().stream().allMatch(wanted -> fits(record, wanted.getKey(), wanted.getValue()))
                && isBetween(record, "_timestamp", first(parameters, "from", ""), first(parameters, "to", "~"))
                && isBetween(
                        record, "version", first(parameters, "min_version", ""), first(parameters, "max_version", "~"));
    }

    private static boolean fits(JsonNode record, String name, List<String> wanted) {
        if (CONTROLS.contains(name)) return true;
        if (name.endsWith("!")) {
            return values(record, name.substring(0, name.length() - 1)).stream().noneMatch(wanted::contains);
        }
        return values(record, name).stream().anyMatch(wanted::contains);
    }

    private static boolean isBetween(JsonNode record, String field, String from, String to) {
        String value = record.path(field).asString("");
        return value.isEmpty() || (value.compareTo(from) >= 0 && value.compareTo(to) <= 0);
    }

    private static List<String> values(JsonNode record, String name) {
        JsonNode value = record.path(name);
        List<String> values = new ArrayList<>();
        if (value.isArray()) value.forEach(one -> values.add(one.asString()));
        else if (!value.isMissingNode()) values.add(value.asString());
        return values;
    }

    private static String first(Map<String, List<String>> parameters, String name, String otherwise) {
        return parameters.getOrDefault(name, List.of(otherwise)).get(0);
    }
}
