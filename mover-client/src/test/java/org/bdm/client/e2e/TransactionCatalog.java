package org.bdm.client.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A STAC catalog of one item with its Transaction API on a socket: who does not have the credential is refused, a change is accepted with 202
 * and shows in the n-th search after that. Refusals have the members of RFC 9457.
 */
final class TransactionCatalog implements AutoCloseable {
    /** What every change has to bring. */
    static final String CREDENTIAL = "credential-of-a-person";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<JsonNode> changes = new CopyOnWriteArrayList<>();
    private ObjectNode item = JSON.createObjectNode();
    private int searchesBeforeItShows;
    private int searchesSinceAccepted;
    private String refusal = "";
    private CountDownLatch held = new CountDownLatch(0);

    private TransactionCatalog(HttpServer server) {
        this.server = server;
    }

    static TransactionCatalog start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        TransactionCatalog catalog = new TransactionCatalog(server);
        server.setExecutor(catalog.threads);
        server.createContext("/", catalog::serve);
        server.start();
        return catalog;
    }

    /** For {@code --allow-host}. */
    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    String address() {
        return "http://" + host();
    }

    /** The one item from now on. */
    synchronized void has(String json) {
        item = (ObjectNode) JSON.readTree(json);
    }

    /** Refuses every change as not valid, with this detail; empty refuses none. */
    synchronized void refuse(String detail) {
        refusal = detail;
    }

    /** What was accepted shows in the search of this number after that, 1 for the next. */
    synchronized void showInSearch(int number) {
        searchesBeforeItShows = number;
    }

    /** Accepts the next changes, and answers them not before the latch is open. */
    synchronized void holdAnswers(CountDownLatch until) {
        held = until;
    }

    /** Changes with the right credential, in the order of their arrival, the refused ones too. */
    List<JsonNode> changes() {
        return changes;
    }

    synchronized int searchesSinceAccepted() {
        return searchesSinceAccepted;
    }

    /** The asset of a file as the catalog shows it now. */
    synchronized JsonNode asset(String file) {
        return item.path("assets").path(file);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        try (exchange) {
            if (exchange.getRequestMethod().equals("PATCH")) change(exchange, body);
            else if (path.equals("/search")) answer(exchange, 200, found());
            else answer(exchange, 404, problem(404, "no such thing"));
        }
    }

    private synchronized ObjectNode found() {
        searchesSinceAccepted++;
        if (searchesSinceAccepted >= searchesBeforeItShows && refusal.isEmpty()) changes.forEach(this::apply);
        ObjectNode answer = JSON.createObjectNode().put("type", "FeatureCollection");
        answer.putArray("features").add(item.deepCopy());
        answer.putArray("links");
        return answer.put("numMatched", 1).put("numReturned", 1);
    }

    private void apply(JsonNode patch) {
        for (JsonNode operation : patch) {
            if (!operation.path("op").asString().equals("add")) continue; // a test of what is there holds here
            String[] place = operation.path("path").asString().split("/");
            ObjectNode asset = (ObjectNode) item.path("assets").path(place[2]);
            if (place.length == 4) {
                asset.putObject(place[3]);
                continue;
            }
            asset.withObject("/alternate").set(place[4], operation.path("value"));
        }
    }

    private void change(HttpExchange exchange, byte[] body) throws IOException {
        String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (!authorization.equals("Bearer " + CREDENTIAL)) {
            answer(exchange, 401, problem(401, "nobody is known by " + authorization));
            return;
        }
        String detail;
        CountDownLatch latch;
        synchronized (this) {
            detail = refusal;
            latch = held;
            if (detail.isEmpty()) searchesSinceAccepted = 0;
            changes.add(JSON.readTree(body));
        }
        await(latch);
        if (detail.isEmpty()) answer(exchange, 202, JSON.createObjectNode().put("detail", "Item queued for update"));
        else answer(exchange, 400, problem(400, detail));
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) throw new IllegalStateException("nobody let the answer go");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ObjectNode problem(int status, String detail) {
        return JSON.createObjectNode()
                .put("status_code", status)
                .put("type", "about:blank")
                .put("title", "Refused")
                .put("detail", detail)
                .put("instance", "/requests/1");
    }

    private static void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        String type = status / 100 == 2 ? "application/geo+json" : "application/problem+json";
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
