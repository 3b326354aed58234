package org.bdm.server.api.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The sentences, examples, values and errors of the OpenAPI document: of messages as their records have them, of all else as the YAML files
 * beside this class have them. A row that is missing leaves its place empty; OpenApiWordsTest finds it. Immutable.
 */
final class DocumentRows {
    private static final Path MESSAGES =
            Path.of("..", "mover-core", "src", "main", "java", "org", "bdm", "core", "control");
    private static final String SAYS = "says";

    private final Map<String, Object> properties = file("properties.yaml");
    private final Map<String, Object> parameters = file("parameters.yaml");
    private final Map<String, Object> values = file("values.yaml");
    private final Map<String, Object> operations = file("operations.yaml");
    private final RecordWords messages = RecordWords.below(MESSAGES);

    /**
     * The words of one property or parameter.
     *
     * @param says one sentence; null leaves what is said elsewhere
     * @param example null for none
     * @param values name of a list in values.yaml; null for none
     * @param range the least value, and the greatest if there is one; empty if neither is known
     */
    record Row(
            @Nullable String says,
            @Nullable Object example,
            @Nullable String values,
            List<Object> range) {
        static final Row EMPTY = new Row(null, null, null, List.of());

        private static Row of(@Nullable Object yaml) {
            Map<String, Object> row = map(yaml);
            if (row.isEmpty()) return EMPTY;
            return new Row(text(row, SAYS), row.get("example"), text(row, "values"), list(row.get("range")));
        }

        private static @Nullable String text(Map<String, Object> row, String key) {
            Object value = row.get(key);
            return value == null ? null : value.toString();
        }

        /** Fills what this row leaves open from a more general one; an example and values belong to the sentence that they stand beside. */
        Row orElse(Row general) {
            return says == null ? general : this;
        }
    }

    /**
     * A list of values, which is a schema of its own.
     *
     * @param isOpen whether a later version may add values, so that a client must expect others
     */
    record Values(String name, String says, List<String> values, boolean isOpen) {}

    /** The words of a message. */
    RecordWords.Words message(String name) {
        return messages.of(name);
    }

    /** The row of all properties of this name, for messages without words of their own for it. */
    Row property(String name) {
        return Row.of(properties.get(name));
    }

    /** The row of a parameter of this operation; empty if it has none of its own. */
    Row parameterOf(String operationId, String name) {
        return Row.of(parameters.get(operationId + "." + name));
    }

    /** The row of all parameters of this name. */
    Row parameter(String name) {
        return Row.of(parameters.get(name));
    }

    /** The lists of values. */
    List<Values> values() {
        List<Values> all = new ArrayList<>();
        for (String group : List.of("closed", "open")) {
            map(values.get(group)).forEach((name, list) -> {
                List<String> constants = list(map(list).get("values")).stream()
                        .map(Object::toString)
                        .toList();
                all.add(new Values(name, String.valueOf(map(list).get(SAYS)), constants, group.equals("open")));
            });
        }
        return all;
    }

    /** The tags in their order, each with a sentence. */
    Map<String, String> tags() {
        Map<String, String> tags = new LinkedHashMap<>();
        map(operations.get("tags")).forEach((name, says) -> tags.put(name, says.toString()));
        return tags;
    }

    /** The codes with which an operation answers beyond those that follow from its route: {@code ILLEGAL_STATE}, or {@code 422 NOT_FOUND}. */
    List<String> errors(String operationId) {
        return list(map(operations.get("errors")).get(operationId)).stream()
                .map(Object::toString)
                .toList();
    }

    /** The code for a path parameter that names nothing. */
    String unknown(String pathParameter) {
        Object code = map(operations.get("unknown")).get(pathParameter);
        return code == null ? "NOT_FOUND" : code.toString();
    }

    private static Map<String, Object> file(String name) {
        try (InputStream in = DocumentRows.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("the program lacks " + name);
            return map(new Yaml(new SafeConstructor(new LoaderOptions())).load(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> map(@Nullable Object yaml) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (yaml instanceof Map<?, ?> found) found.forEach((key, value) -> map.put(key.toString(), value));
        return map;
    }

    private static List<Object> list(@Nullable Object yaml) {
        return yaml instanceof List<?> found ? List.copyOf(found) : List.of();
    }
}
