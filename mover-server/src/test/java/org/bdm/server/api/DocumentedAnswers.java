package org.bdm.server.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The answers that docs/openapi.json has for each operation. Every answer that a test gets through {@link RunningApi} is compared with them, so
 * that the document stays true: errors that it lists, properties that are always there, what may be null, and values. Safe on any thread.
 */
final class DocumentedAnswers {
    private static final Path KEPT = Path.of("..", "docs", "openapi.json");

    /** What the container answers to a request that is for no operation. */
    private static final Set<Integer> OF_NO_OPERATION = Set.of(405, 406, 414, 431);

    private static final DocumentedAnswers KEPT_ONES = new DocumentedAnswers(read());

    private final JsonNode document;
    private final Map<String, Pattern> paths = new TreeMap<>();

    private DocumentedAnswers(JsonNode document) {
        this.document = document;
        document.path("paths")
                .propertyNames()
                .forEach(path -> paths.put(path, Pattern.compile(path.replaceAll("\\{[^}]*}", "[^/]+"))));
    }

    static DocumentedAnswers kept() {
        return KEPT_ONES;
    }

    private static JsonNode read() {
        try {
            return JsonMapper.shared().readTree(Files.readString(KEPT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails if an operation answered otherwise than its part of the document has it; lets pass what is for no operation. */
    void check(String method, String path, int status, JsonNode answer) {
        JsonNode operation = operation(method, path);
        if (operation == null || OF_NO_OPERATION.contains(status)) return;
        JsonNode response = resolved(operation.path("responses").path(String.valueOf(status)));
        String asked = method + " " + path + " answered " + status + " ";
        if (status >= 400) {
            checkCode(asked, operation, response, answer.path("code").asString(""));
        } else {
            if (response.isMissingNode()) throw new AssertionError(asked + ", which the document does not have");
            JsonNode schema = response.path("content").path("application/json").path("schema");
            if (!schema.isMissingNode() && !answer.isEmpty()) compare(asked + "with ", answer, schema);
        }
    }

    private static void checkCode(String asked, JsonNode operation, JsonNode response, String code) {
        String listed = response.path("description").asString("");
        if (code.isEmpty()
                || Pattern.compile("\\b" + code + "\\b").matcher(listed).find()) return;
        throw new AssertionError(asked + code + ", which the document does not have: add it to '"
                + operation.path("operationId").asString() + "' in operations.yaml, and renew docs/openapi.json");
    }

    private void compare(String where, JsonNode value, JsonNode written) {
        JsonNode schema = resolved(written);
        if (schema.has("oneOf")) {
            if (!value.isNull()) compare(where, value, schema.path("oneOf").path(0));
            return;
        }
        String types = schema.path("type").toString();
        if (value.isNull() && !types.contains("null")) throw new AssertionError(where + " null, which may not be");
        if (value.isNull()) return;
        if (schema.has("enum") && schema.path("enum").valueStream().noneMatch(value::equals))
            throw new AssertionError(where + " " + value + ", which is not in " + schema.path("enum"));
        if (value.isArray()) value.forEach(item -> compare(where + "[]", item, schema.path("items")));
        if (!value.isObject() || !schema.has("properties")) return;
        schema.path("required").forEach(name -> {
            if (!value.has(name.asString())) throw new AssertionError(where + " without " + name);
        });
        value.properties().forEach(property -> {
            JsonNode of = schema.path("properties").path(property.getKey());
            if (of.isMissingNode()) throw new AssertionError(where + " with " + property.getKey());
            compare(where + "." + property.getKey(), property.getValue(), of);
        });
    }

    private @Nullable JsonNode operation(String method, String path) {
        return Stream.concat(
                        paths.containsKey(path) ? Stream.of(path) : Stream.empty(),
                        paths.entrySet().stream()
                                .filter(known -> known.getValue().matcher(path).matches())
                                .map(Map.Entry::getKey))
                .map(known -> document.path("paths").path(known).path(method.toLowerCase(Locale.ROOT)))
                .filter(operation -> !operation.isMissingNode())
                .findFirst()
                .orElse(null);
    }

    private JsonNode resolved(JsonNode part) {
        String reference = part.path("$ref").asString("");
        return reference.isEmpty() ? part : document.at(reference.substring(1));
    }
}
