package org.bdm.server.tape;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.server.discovery.record.JsonAnswers;
import tools.jackson.databind.JsonNode;

/**
 * A Tape REST service on loopback that speaks one of four dialects, as they were found in StoRM Tape, XRootD 6.2.1, dCache 12 and EOS. A file is
 * brought when the test says so. Any thread.
 */
public final class FakeTapeService implements AutoCloseable {
    /** The ways in which services answer. */
    public enum Dialect {
        STORM,
        XROOTD,
        DCACHE,
        EOS
    }

    private static final class Request {
        private final List<String> paths;
        private final Map<String, String> states = new LinkedHashMap<>();

        Request(List<String> paths) {
            this.paths = paths;
            paths.forEach(path -> states.put(path, "SUBMITTED"));
        }
    }

    /** What of an answer to archiveinfo is left out, without a word. */
    public volatile int localitiesMax = Integer.MAX_VALUE;

    /** More files in one body are too large. */
    public volatile int bulkMax = 500;

    /** So many of the next requests are too many. */
    public final AtomicInteger refusals = new AtomicInteger();

    /** What it says of them in Retry-After; empty: nothing. */
    public volatile String retryAfter = "";

    /** The request that the service cannot handle; empty: none. */
    public volatile String broken = "";

    /** Files on which the service fails, in whatever request they are. */
    public final Set<String> brokenPaths = ConcurrentHashMap.newKeySet();

    /** The file that it does not stage, while it says where it is; empty: none. */
    public volatile String brokenToStage = "";

    /** What it answers then. */
    public volatile int brokenStatus = 500;

    /** The word for the place of a file; null: the true one. */
    public volatile String word;

    private final Dialect dialect;
    private final HttpServer server;
    private final Map<String, String> places = new LinkedHashMap<>(); // guarded by this, as all below
    private final Map<String, Request> requests = new LinkedHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> released = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private int numbers;

    public FakeTapeService(Dialect dialect) {
        this.dialect = dialect;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "fake-tape");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::handle);
        server.start();
    }

    public String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    public String base() {
        return "http://" + authority() + "/api/v1";
    }

    /** What a data node answers to who looks for the service. */
    public byte[] discovery() {
        return ("{\"sitename\":\"x\",\"endpoints\":[{\"uri\":\"" + base() + "/\",\"version\":\"v1\"}]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    // ---- what is there ----

    /** Puts a file on TAPE, DISK, or DISK_AND_TAPE. */
    public synchronized void put(String path, String place) {
        places.put(path, place);
    }

    public synchronized String place(String path) {
        return places.get(path);
    }

    public synchronized boolean isOnDisk(String path) {
        return places.getOrDefault(path, "").startsWith("DISK");
    }

    /** Files that were asked for come to disk. */
    public synchronized void arrive(String... paths) {
        for (String path : paths) {
            places.computeIfPresent(path, (same, place) -> place.equals("TAPE") ? "DISK_AND_TAPE" : place);
            requests.values()
                    .forEach(request -> request.states.computeIfPresent(
                            path, (same, state) -> state.equals("SUBMITTED") ? "COMPLETED" : state));
        }
    }

    /** Another one brought it, not our request. */
    public synchronized void stagedByOthers(String path) {
        places.put(path, "DISK_AND_TAPE");
    }

    /** A request gives a file up. */
    public synchronized void fail(String path) {
        requests.values().forEach(request -> request.states.computeIfPresent(path, (same, state) -> "FAILED"));
    }

    /** No request names a file any more. */
    public synchronized void drop(String path) {
        requests.values().forEach(request -> request.states.remove(path));
    }

    /** All requests are forgotten. */
    public synchronized void forget() {
        requests.clear();
    }

    // ---- what was asked ----

    /** Method and resource of each call, with the number of files. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    public List<String> released() {
        return List.copyOf(released);
    }

    public List<String> authorizations() {
        return List.copyOf(authorizations);
    }

    /** The files of each request that is known, in their order. */
    public synchronized List<List<String>> staged() {
        return requests.values().stream().map(request -> request.paths).toList();
    }

    /** States of the files of all requests. */
    public synchronized Map<String, String> states() {
        Map<String, String> states = new LinkedHashMap<>();
        requests.values().forEach(request -> states.putAll(request.states));
        return states;
    }

    // ---- answers ----

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode body =
                    JsonAnswers.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            authorizations.add(authorization == null ? "" : authorization);
            String path = exchange.getRequestURI().getPath();
            String resource = path.substring("/api/v1".length());
            Answer answer;
            synchronized (this) {
                calls.add(exchange.getRequestMethod() + " " + resource + " " + count(body));
                answer = answer(exchange.getRequestMethod(), resource, body);
            }
            if (answer.location != null) exchange.getResponseHeaders().set("Location", answer.location);
            if (answer.status == 429 && !retryAfter.isEmpty())
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            byte[] text = answer.json == null ? new byte[0] : JsonAnswers.MAPPER.writeValueAsBytes(answer.json);
            exchange.sendResponseHeaders(answer.status, text.length == 0 ? -1 : text.length);
            if (text.length > 0) exchange.getResponseBody().write(text);
        }
    }

    private record Answer(int status, Object json, String location) {
        static Answer of(int status) {
            return new Answer(status, null, null);
        }
    }

    private static int count(JsonNode body) {
        return Math.max(body.path("files").size(), body.path("paths").size());
    }

    private Answer answer(String method, String resource, JsonNode body) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) return Answer.of(429);
        if (count(body) > bulkMax) return Answer.of(413);
        if (paths(body).stream().anyMatch(brokenPaths::contains)) return Answer.of(brokenStatus);
        if (resource.equals("/stage/") || resource.equals("/archiveinfo/"))
            return Answer.of(dialect == Dialect.XROOTD ? 501 : 404);
        if (method.equals("POST") && resource.equals("/stage")) return stage(body);
        if (method.equals("POST") && resource.equals("/archiveinfo")) return archiveinfo(body);
        String[] names = resource.split("/", -1);
        Request request = names.length > 2 ? requests.get(names[2]) : null;
        if (names.length > 2 && names[2].equals(broken)) return Answer.of(500);
        if (request == null) return Answer.of(404);
        if (method.equals("GET")) return progress(names[2], request);
        if (method.equals("DELETE")) {
            requests.remove(names[2]);
            return Answer.of(200);
        }
        List<String> paths = paths(body);
        if (!request.paths.containsAll(paths)) return Answer.of(400);
        if (names[1].equals("release")) return release(paths);
        paths.forEach(path -> request.states.computeIfPresent(path, this::cancelled));
        return Answer.of(200);
    }

    private String cancelled(String path, String state) {
        return state.equals("COMPLETED") && dialect != Dialect.STORM ? state : "CANCELLED";
    }

    private static List<String> paths(JsonNode body) {
        List<String> paths = new ArrayList<>();
        body.path("paths").forEach(path -> paths.add(path.asString()));
        body.path("files").forEach(file -> paths.add(file.path("path").asString()));
        return paths;
    }

    private Answer stage(JsonNode body) {
        List<String> paths = paths(body);
        if (paths.contains(brokenToStage)) return Answer.of(brokenStatus);
        boolean isStrict = dialect == Dialect.DCACHE;
        if (isStrict && body.size() != 1) return Answer.of(400);
        if (paths.isEmpty() && dialect != Dialect.STORM) return Answer.of(400);
        String id = "r-" + ++numbers;
        Request request = new Request(dialect == Dialect.XROOTD ? paths : List.copyOf(new LinkedHashSet<>(paths)));
        requests.put(id, request);
        for (String path : paths) {
            String place = places.get(path);
            if (place == null || (place.equals("DISK") && dialect == Dialect.XROOTD))
                request.states.put(path, "FAILED");
            else if (!place.equals("TAPE")) request.states.put(path, "COMPLETED");
        }
        String location = "/api/v1/stage/" + id;
        return new Answer(
                201,
                Map.of("requestId", id),
                dialect == Dialect.XROOTD ? location : "http://" + authority() + location);
    }

    private Answer progress(String id, Request request) {
        List<Map<String, Object>> files = new ArrayList<>();
        for (String path : request.paths) {
            String state = request.states.get(path);
            if (state == null) continue;
            Map<String, Object> file = new LinkedHashMap<>();
            file.put("path", path);
            if (dialect == Dialect.EOS) {
                if (!state.equals("FAILED")) file.put("onDisk", isOnDisk(path) && state.equals("COMPLETED"));
                if (state.equals("FAILED")) file.put("error", "no such file");
            } else {
                file.put("state", state);
                if (state.equals("FAILED") && dialect != Dialect.STORM) file.put("error", "not stored on tape");
                file.put("startedAt", dialect == Dialect.DCACHE ? 1_700_000_000_000L : 1_700_000_000L);
            }
            files.add(file);
        }
        if (dialect == Dialect.STORM) Collections.reverse(files);
        return new Answer(200, Map.of("id", id, "createdAt", 1_700_000_000L, "files", files), null);
    }

    private Answer archiveinfo(JsonNode body) {
        List<Map<String, Object>> files = new ArrayList<>();
        List<String> asked = paths(body);
        List<String> told = dialect == Dialect.DCACHE ? List.copyOf(new LinkedHashSet<>(asked)) : asked;
        for (String path : told.subList(0, Math.min(told.size(), localitiesMax))) {
            String place = places.get(path);
            String shown = word != null ? word : place;
            files.add(
                    place == null
                            ? Map.of("path", path, "error", "No such file or directory")
                            : Map.of("path", path, "locality", shown));
        }
        if (dialect == Dialect.DCACHE) Collections.reverse(files);
        return new Answer(200, files, null);
    }

    /** XRootD removes the copy on disk, also the only one; StoRM does nothing. */
    private Answer release(List<String> paths) {
        released.addAll(paths);
        if (dialect == Dialect.STORM) return Answer.of(200);
        for (String path : paths) {
            places.computeIfPresent(path, (same, place) -> switch (place) {
                case "DISK_AND_TAPE" -> "TAPE";
                case "DISK" -> dialect == Dialect.XROOTD ? null : place;
                default -> place;
            });
        }
        return Answer.of(200);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
