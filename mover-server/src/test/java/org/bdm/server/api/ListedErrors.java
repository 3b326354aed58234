package org.bdm.server.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The errors that docs/openapi.json lists for each operation. Every answer that a test gets through {@link RunningApi} is compared with them,
 * so that the tables of the document stay true. Safe on any thread.
 */
final class ListedErrors {
    private static final Path KEPT = Path.of("..", "docs", "openapi.json");

    /** What the container answers to a request that is for no operation. */
    private static final Set<Integer> OF_NO_OPERATION = Set.of(405, 406, 414, 431);

    private static final ListedErrors OF_DOCUMENT = new ListedErrors(read());

    private final JsonNode document;
    private final Map<String, Pattern> paths = new TreeMap<>();

    ListedErrors(JsonNode document) {
        this.document = document;
        document.path("paths")
                .propertyNames()
                .forEach(path -> paths.put(path, Pattern.compile(path.replaceAll("\\{[^}]*}", "[^/]+"))));
    }

    static ListedErrors ofDocument() {
        return OF_DOCUMENT;
    }

    private static JsonNode read() {
        try {
            return JsonMapper.shared().readTree(Files.readString(KEPT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails if an operation answered with an error that its part of the document does not have. */
    void check(String method, String path, int status, String code) {
        if (status < 400 || code.isEmpty() || OF_NO_OPERATION.contains(status)) return;
        JsonNode operation = operation(method, path);
        if (operation == null) return;
        String listed = response(operation, status).path("description").asString("");
        if (Pattern.compile("\\b" + code + "\\b").matcher(listed).find()) return;
        throw new AssertionError(method + " " + path + " answered " + status + " " + code + ", which the document does not"
                + " have: add it to '" + operation.path("operationId").asString() + "' in operations.yaml, and renew"
                + " docs/openapi.json");
    }

    private @Nullable JsonNode operation(String method, String path) {
        return Stream.concat(
                        paths.containsKey(path) ? Stream.of(path) : Stream.empty(),
                        paths.entrySet().stream()
                                .filter(known -> known.getValue().matcher(path).matches())
                                .map(Map.Entry::getKey))
                .map(known -> document.path("paths").path(known).path(method.toLowerCase(java.util.Locale.ROOT)))
                .filter(operation -> !operation.isMissingNode())
                .findFirst()
                .orElse(null);
    }

    private JsonNode response(JsonNode operation, int status) {
        JsonNode response = operation.path("responses").path(String.valueOf(status));
        String reference = response.path("$ref").asString("");
        return reference.isEmpty() ? response : document.at(reference.substring(1));
    }
}
