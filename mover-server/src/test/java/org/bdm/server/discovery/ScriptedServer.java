package org.bdm.server.discovery;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Answers each path with the same text. */
public final class ScriptedServer implements AutoCloseable {
    private final HttpServer server;

    private ScriptedServer(HttpServer server) {
        this.server = server;
    }

    public static ScriptedServer start(Map<String, String> answers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                String answer = answers.get(exchange.getRequestURI().getPath());
                byte[] bytes = String.valueOf(answer).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(answer == null ? 404 : 200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
        return new ScriptedServer(server);
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
