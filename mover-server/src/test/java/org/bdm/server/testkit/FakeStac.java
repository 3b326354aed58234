package org.bdm.server.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A STAC API over given items, on a socket of its own: search with CQL2-JSON, pages by token, items by name, and the Transaction API beside
 * it: a PATCH that is answered 202, and adds copies at once or later.
 */
public final class FakeStac implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final Map<String, JsonNode> items = new ConcurrentSkipListMap<>();
    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private volatile boolean isApplying = true;
    private volatile int refusal;
    private volatile String said = "";
    private volatile boolean isStrict;
    private volatile Lists lists = Lists.AS_OPENSEARCH;
    private volatile boolean isFailing;

    /** The ways in which catalogs look into lists. */
    public enum Lists {
        /** {@code in} looks into lists; {@code a_contains} is not known, and answered with 400. */
        AS_OPENSEARCH,
        /** {@code in} compares a list as a whole; {@code a_contains} looks into it. */
        AS_PGSTAC,
        /** Neither does. */
        AS_NEITHER
    }

    /** A change as it arrived. */
    public record Sent(String path, String contentType, String authorization, String userAgent, JsonNode patch) {}

    private FakeStac(HttpServer server) {
        this.server = server;
    }

    /** On this port; 0 for any free one. */
    public static FakeStac start(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        FakeStac stac = new FakeStac(server);
        server.setExecutor(stac.threads);
        server.createContext("/", stac::serve);
        server.start();
        return stac;
    }

    /** Items as JSON with single quotes. */
    public FakeStac with(String... json) {
        for (String one : json) with(List.of(JSON.readTree(one.replace('\'', '"'))));
        return this;
    }

    /** Items. */
    public FakeStac with(Iterable<JsonNode> nodes) {
        nodes.forEach(item -> items.put(item.path("id").asString(), item));
        return this;
    }

    /** Of the landing page. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Bodies of searches and patches in the order of their arrival. */
    public List<JsonNode> asked() {
        return asked;
    }

    /** Changes that were accepted or refused, in the order of their arrival. */
    public List<Sent> sent() {
        return sent;
    }

    /** Answers every change with this status and text instead. */
    public void refuse(int status, String text) {
        refusal = status;
        said = text;
    }

    /** Fails as catalogs do that add an alternate to an asset without the object of alternates. */
    public void failWithoutAlternates() {
        isStrict = true;
    }

    /** Applies each change and answers it with 500. */
    public void applyAndFail() {
        isFailing = true;
    }

    /** Treats lists in this way from now on. */
    public FakeStac lists(Lists way) {
        lists = way;
        return this;
    }

    /** Accepts changes and applies none before {@link #apply}. */
    public void applyLater() {
        isApplying = false;
    }

    /** Applies what was accepted. */
    public void apply() {
        isApplying = true;
        sent.forEach(one -> items.values().forEach(item -> {
            if (one.path().endsWith("/" + item.path("id").asString())) applied(one.patch(), item);
        }));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String[] parts = path.split("/");
            if (path.equals("/search")) search(exchange);
            else if (path.equals("/collections")) send(exchange, 200, collections());
            else if (parts.length == 5 && items.get(parts[4]) instanceof ObjectNode item) item(exchange, item);
            else send(exchange, 404, JSON.createObjectNode().put("detail", "no such thing"));
        }
    }

    private void search(HttpExchange exchange) throws IOException {
        JsonNode query = body(exchange);
        boolean isRefused = lists != Lists.AS_PGSTAC && query.toString().contains("a_contains");
        if (isRefused) send(exchange, 400, JSON.createObjectNode().put("detail", "unknown operator a_contains"));
        else send(exchange, 200, search(query));
    }

    private void item(HttpExchange exchange, ObjectNode item) throws IOException {
        if (!exchange.getRequestMethod().equals("PATCH")) {
            send(exchange, 200, item);
            return;
        }
        JsonNode patch = body(exchange);
        sent.add(new Sent(
                exchange.getRequestURI().getPath(),
                header(exchange, "Content-Type"),
                header(exchange, "Authorization"),
                header(exchange, "User-Agent"),
                patch));
        if (refusal != 0) {
            send(exchange, refusal, JSON.createObjectNode().put("detail", said));
            return;
        }
        if (isStrict && addsToNothing(patch, item)) {
            send(exchange, 500, JSON.createObjectNode().put("detail", "KeyError: 'alternate'"));
            return;
        }
        if (isApplying) applied(patch, item);
        if (isFailing) {
            send(exchange, 500, JSON.createObjectNode().put("detail", "Internal Server Error"));
            return;
        }
        send(exchange, 202, JSON.createObjectNode().put("detail", "Item queued for update"));
    }

    private static String header(HttpExchange exchange, String name) {
        return String.valueOf(exchange.getRequestHeaders().getFirst(name));
    }

    private static boolean addsToNothing(JsonNode patch, JsonNode item) {
        Set<String> rooms = new LinkedHashSet<>();
        for (JsonNode operation : patch) {
            String[] place = operation.path("path").asString().split("/");
            JsonNode asset = item.path("assets").path(place[2]);
            if (operation.path("op").asString().equals("test")
                    && !operation.path("value").equals(asset)) return true;
            if (place.length == 4) rooms.add(place[2]);
            boolean hasRoom = asset.path("alternate").isObject() || rooms.contains(place[2]);
            if (place.length == 5 && !hasRoom) return true;
        }
        return false;
    }

    private static void applied(JsonNode patch, JsonNode item) {
        for (JsonNode operation : patch) {
            String[] place = operation.path("path").asString().split("/");
            boolean isRoom = place.length == 4 && place[3].equals("alternate");
            if (isRoom && item.path("assets").path(place[2]) instanceof ObjectNode asset) {
                asset.set("alternate", operation.path("value"));
            }
            if (place.length == 5 && item.path("assets").path(place[2]) instanceof ObjectNode asset) {
                asset.withObject("/alternate").set(place[4].replace("~1", "/"), operation.path("value"));
            }
        }
    }

    private JsonNode body(HttpExchange exchange) throws IOException {
        JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
        asked.add(body);
        return body;
    }

    private ObjectNode collections() {
        Set<String> names = new LinkedHashSet<>();
        items.values().forEach(item -> names.add(item.path("collection").asString()));
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode collections = answer.putArray("collections");
        names.forEach(name -> collections.addObject().put("id", name));
        return answer;
    }

    private ObjectNode search(JsonNode query) {
        List<JsonNode> found =
                items.values().stream().filter(item -> fits(item, query)).toList();
        int offset = query.path("token").asInt(0);
        int limit = query.path("limit").asInt(10);
        ObjectNode answer = JSON.createObjectNode().put("type", "FeatureCollection");
        ArrayNode features = answer.putArray("features");
        found.stream().skip(offset).limit(limit).forEach(features::add);
        answer.put("numMatched", found.size()).put("numReturned", features.size());
        ArrayNode links = answer.putArray("links");
        links.addObject().put("rel", "self").put("href", "/search");
        if (offset + limit < found.size()) {
            ObjectNode next =
                    links.addObject().put("rel", "next").put("method", "POST").put("merge", true);
            next.put("href", "http://inner.example.org:8080/search");
            next.putObject("body").put("token", Integer.toString(offset + limit));
        }
        return answer;
    }

    private boolean fits(JsonNode item, JsonNode query) {
        return isAmong(item.path("id"), query.path("ids"))
                && isAmong(item.path("collection"), query.path("collections"))
                && (query.path("filter").isMissingNode() || holds(item, query.path("filter")));
    }

    private static boolean isAmong(JsonNode value, JsonNode wanted) {
        return wanted.isMissingNode() || values(wanted).contains(value.asString());
    }

    private static List<String> values(JsonNode node) {
        List<String> values = new ArrayList<>();
        if (node.isArray()) node.forEach(one -> values.add(one.asString()));
        else if (!node.isMissingNode()) values.add(node.asString());
        return values;
    }

    private boolean holds(JsonNode item, JsonNode condition) {
        JsonNode arguments = condition.path("args");
        String operator = condition.path("op").asString();
        switch (operator) {
            case "and":
                return arguments.valueStream().allMatch(one -> holds(item, one));
            case "or":
                return arguments.valueStream().anyMatch(one -> holds(item, one));
            case "not":
                return !holds(item, arguments.get(0));
            default:
                String property = arguments.get(0).path("property").asString().replaceFirst("^properties\\.", "");
                JsonNode value = item.path("properties").path(property);
                boolean isUnseen = value.isArray() && lists != Lists.AS_OPENSEARCH && !operator.equals("a_contains");
                List<String> said = isUnseen ? List.of(value.toString()) : values(value);
                List<String> wanted = values(arguments.get(1));
                return said.stream().anyMatch(one -> compares(operator, one, wanted));
        }
    }

    private static boolean compares(String operator, String value, List<String> wanted) {
        return switch (operator) {
            case "in", "=", "a_contains" -> wanted.contains(value);
            case ">=" -> value.compareTo(wanted.get(0)) >= 0;
            case "<" -> value.compareTo(wanted.get(0)) < 0;
            case "like" -> value.matches(wanted.get(0).replace("%", ".*"));
            default -> throw new IllegalArgumentException(operator);
        };
    }

    private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/geo+json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
