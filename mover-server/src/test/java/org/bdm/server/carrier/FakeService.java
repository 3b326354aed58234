package org.bdm.server.carrier;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service over real HTTP on this machine: what it answers says a subclass; what it was asked is kept. */
abstract class FakeService implements AutoCloseable {
    static final JsonMapper JSON = JsonMapper.builder().build();

    final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
    /** The connection is closed after a request that begins so was heeded, before its answer. */
    volatile String loses = "nothing";
    /** The answer instead of all else, once. */
    volatile Reply instead;

    private final HttpServer server;

    FakeService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    record Asked(String line, String authorization, String contentType, String body) {
        JsonNode json() {
            return JSON.readTree(body);
        }
    }

    record Reply(int status, String body, Map<String, String> headers) {
        Reply(int status, String body) {
            this(status, body, Map.of());
        }
    }

    abstract Reply reply(Asked asked);

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Asked> asked(String start) {
        return List.copyOf(asked).stream()
                .filter(one -> one.line().startsWith(start))
                .toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Asked one = new Asked(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                body);
        asked.add(one);
        Reply other = instead;
        boolean isOther = other != null && !one.line().contains("token");
        Reply reply = isOther ? other : reply(one);
        if (isOther) instead = null;
        if (one.line().startsWith(loses)) {
            exchange.close();
            return;
        }
        byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
