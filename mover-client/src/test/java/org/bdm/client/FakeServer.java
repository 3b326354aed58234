package org.bdm.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A control plane that gives recorded answers: for each route in turn, the last one again and again. */
public final class FakeServer implements AutoCloseable {

    /** What was asked. */
    public record Request(String route, String query, String body, Map<String, List<String>> headers) {
        public String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }
    }

    private record Answer(int status, String contentType, String body) {}

    private final HttpServer server;
    private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    public FakeServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A route is method and path below {@code /api/v1}. */
    public FakeServer on(String route, int status, String json) {
        String type = status / 100 == 2 ? "application/json" : "application/problem+json";
        return on(route, new Answer(status, type, json));
    }

    public FakeServer onFeed(String route, String lines) {
        return on(route, new Answer(200, "text/event-stream", lines));
    }

    /** The connection breaks without an answer. */
    public FakeServer breakOn(String route) {
        return on(route, new Answer(0, "", ""));
    }

    private FakeServer on(String route, Answer answer) {
        answers.computeIfAbsent(route, key -> new ArrayDeque<>()).add(answer);
        return this;
    }

    public List<Request> requests(String route) {
        return requests.stream()
                .filter(request -> request.route().equals(route))
                .toList();
    }

    public Request only(String route) {
        List<Request> found = requests(route);
        if (found.size() != 1) throw new AssertionError(found.size() + " requests for " + route + ", all: " + requests);
        return found.get(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath().replaceFirst("^/api/v1", "");
        String route = exchange.getRequestMethod() + " " + path;
        String feed =
                String.valueOf(exchange.getRequestHeaders().getFirst("Accept")).contains("event-stream") ? " live" : "";
        String query = exchange.getRequestURI().getRawQuery();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(
                new Request(route + feed, query == null ? "" : query, body, Map.copyOf(exchange.getRequestHeaders())));
        Deque<Answer> left = answers.getOrDefault(route + feed, new ArrayDeque<>());
        Answer answer = left.size() > 1 ? left.poll() : left.peek();
        if (answer == null) answer = new Answer(418, "text/plain", "no answer recorded for " + route + feed);
        if (answer.status() == 0) {
            exchange.close();
            return;
        }
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.contentType());
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
