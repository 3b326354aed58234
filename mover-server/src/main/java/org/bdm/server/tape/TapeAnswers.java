package org.bdm.server.tape;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.discovery.record.JsonAnswers;
import tools.jackson.databind.JsonNode;

/**
 * Reads the answers of Tape REST services, in four dialects:
 *
 * <pre>
 *   discovery    {"endpoints": [{"uri": "https://h:p/api/v1", "version": "v1"}]}
 *   stage        {"requestId": "4f1c"}
 *   stage/ID     {"files": [{"path": "/a", "state": "STARTED", "onDisk": false, "error": "..", "startedAt": 1700000000}]}
 *   archiveinfo  [{"path": "/a", "locality": "DISK_AND_TAPE"}, {"path": "/b", "error": ".."}]
 * </pre>
 *
 * Members may be missing, and others may be there; times are seconds or milliseconds and are not read. Answers are matched by their normal
 * path, never by their place. Pure.
 */
final class TapeAnswers {
    private TapeAnswers() {}

    /** The address of the service, without a slash at its end; empty if version 1 is not offered. */
    static Optional<URI> service(JsonNode discovery) {
        for (JsonNode endpoint : discovery.path("endpoints")) {
            String version = JsonAnswers.text(endpoint, "version").orElse("v1");
            Optional<URI> uri = JsonAnswers.text(endpoint, "uri").flatMap(TapeAnswers::address);
            if (uri.isPresent() && (version.equalsIgnoreCase("v1") || version.equals("1"))) return uri;
        }
        return Optional.empty();
    }

    private static Optional<URI> address(String text) {
        try {
            URI uri = URI.create(text.strip().replaceAll("/+$", ""));
            boolean isWeb = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            return isWeb && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // as if it were not offered: the log of whoever asks says so
        }
    }

    static Optional<String> requestId(JsonNode answer) {
        return JsonAnswers.text(answer, "requestId").filter(id -> !id.contains("/"));
    }

    static Map<String, StageProgress> progress(JsonNode answer) {
        Map<String, StageProgress> found = new HashMap<>();
        for (JsonNode file : answer.path("files")) {
            JsonAnswers.text(file, "path")
                    .ifPresent(path -> found.put(
                            TapePaths.normal(path),
                            new StageProgress(
                                    JsonAnswers.text(file, "state").orElse(""),
                                    file.path("onDisk").asBoolean(false),
                                    JsonAnswers.text(file, "error").orElse(""))));
        }
        return found;
    }

    static Map<String, FileLocality> localities(JsonNode answer) {
        Map<String, FileLocality> found = new HashMap<>();
        for (JsonNode file : answer) {
            JsonAnswers.text(file, "path")
                    .ifPresent(path -> found.put(
                            TapePaths.normal(path),
                            FileLocality.of(
                                    JsonAnswers.text(file, "locality").orElse(""),
                                    JsonAnswers.text(file, "error").orElse(""))));
        }
        return found;
    }
}
