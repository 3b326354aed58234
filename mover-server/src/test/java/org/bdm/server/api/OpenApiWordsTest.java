package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/** The words of the OpenAPI document: every property and parameter is explained, and every row of the explanations is used. */
class OpenApiWordsTest {
    private static final Path ROWS = Path.of("src", "test", "resources", "org", "bdm", "server", "api", "http");
    private static final String SHOWN = "mover-server/src/test/resources/org/bdm/server/api/http/";

    @TempDir
    static Path home;

    private static RunningApi api;
    private static JsonNode served;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
        served = api.send("GET", "/openapi.json", Role.READER, null).json();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void everyMessageAndPropertyIsExplained() {
        List<String> missing = new ArrayList<>();
        schemas().forEach((name, schema) -> {
            if (schema.path("description").isMissingNode())
                missing.add(name + " has no description: write Javadoc at the record");
            properties(schema).forEach((property, of) -> {
                String called = name + "." + property;
                if (of.path("description").isMissingNode())
                    missing.add(
                            called + " has no description: write @param " + property + " at the record, or a row of "
                                    + SHOWN + "properties.yaml if it means the same in most messages");
                else if (needsExample(of) && of.path("examples").isMissingNode())
                    missing.add(called + " has no example: end its @param with 'Such as {@code ..}.', or with"
                            + " 'One of {@code ..}.' and the name of a list in values.yaml");
            });
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void everyParameterIsExplained() {
        List<String> missing = new ArrayList<>();
        parameters().forEach((called, parameter) -> {
            boolean hasExample = !parameter.path("example").isMissingNode()
                    || !parameter.path("schema").path("default").isMissingNode();
            if (parameter.path("description").isMissingNode())
                missing.add(called + " has no description: add a row to " + SHOWN + "parameters.yaml");
            else if (needsExample(parameter.path("schema")) && !hasExample)
                missing.add(called + " has no example: add 'example' or 'values' to its row in " + SHOWN
                        + "parameters.yaml");
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void everyRowOfAPropertyIsTakenBySomeMessage() throws IOException {
        Set<String> taken = new LinkedHashSet<>();
        schemas()
                .values()
                .forEach(schema -> properties(schema)
                        .forEach((property, of) ->
                                taken.add(property + of.path("description").asString())));
        List<String> unused = rows(ROWS.resolve("properties.yaml")).entrySet().stream()
                .filter(row -> !taken.contains(row.getKey() + row.getValue().get("says")))
                .map(row -> "properties.yaml: " + row.getKey() + " is overridden everywhere, or no property")
                .toList();
        assertThat(unused).isEmpty();
    }

    @Test
    void everyRowOfAParameterAndAnOperationIsUsed() throws IOException {
        Set<String> known = new LinkedHashSet<>();
        parameters().keySet().forEach(called -> {
            known.add(called);
            known.add(called.substring(called.indexOf('.') + 1));
        });
        assertThat(rows(ROWS.resolve("parameters.yaml")).keySet()).isSubsetOf(known);
        Map<String, Map<String, Object>> operations = rows(ROWS.resolve("operations.yaml"));
        assertThat(operations.get("errors").keySet()).isSubsetOf(operations().keySet());
        assertThat(operations.get("unknown").keySet()).isSubsetOf(known);
    }

    @Test
    void everyTagOfAnOperationIsExplainedAndNoOther() {
        Set<String> used = new LinkedHashSet<>();
        operations().values().forEach(operation -> operation.path("tags").forEach(tag -> used.add(tag.asString())));
        Set<String> told = new LinkedHashSet<>();
        served.path("tags").forEach(tag -> told.add(tag.path("name").asString()));
        assertThat(told).as("tags in " + SHOWN + "operations.yaml").containsExactlyInAnyOrderElementsOf(used);
    }

    @Test
    void everyListOfValuesIsUsed() throws IOException {
        Set<String> used = new TreeSet<>();
        Matcher named = Pattern.compile("#/components/schemas/(\\w+)").matcher(served.toString());
        while (named.find()) used.add(named.group(1));
        Set<String> lists = new TreeSet<>();
        rows(ROWS.resolve("values.yaml")).values().forEach(group -> lists.addAll(group.keySet()));
        assertThat(used).as("lists of values.yaml").containsAll(lists);
    }

    private static Map<String, Map<String, Object>> rows(Path file) throws IOException {
        try (Reader in = Files.newBufferedReader(file)) {
            return new Yaml().load(in);
        }
    }

    /** True for what a reader cannot guess: a text or a number without a list of values, and lists of these. */
    private static boolean needsExample(JsonNode schema) {
        if (schema.has("enum") || schema.has("x-extensible-enum")) return false;
        if (schema.has("items")) return needsExample(schema.path("items"));
        String type = schema.path("type").toString();
        return type.contains("string") || type.contains("integer") || type.contains("number");
    }

    private static Map<String, JsonNode> schemas() {
        return children(served.path("components").path("schemas"));
    }

    private static Map<String, JsonNode> properties(JsonNode schema) {
        return children(schema.path("properties"));
    }

    private static Map<String, JsonNode> operations() {
        Map<String, JsonNode> operations = new TreeMap<>();
        served.path("paths")
                .forEach(path -> path.forEach(operation ->
                        operations.put(operation.path("operationId").asString(), operation)));
        return operations;
    }

    /** By operation and name. */
    private static Map<String, JsonNode> parameters() {
        Map<String, JsonNode> parameters = new TreeMap<>();
        operations()
                .forEach((operation, of) -> of.path("parameters")
                        .forEach(parameter -> parameters.put(
                                operation + "." + parameter.path("name").asString(), parameter)));
        return parameters;
    }

    private static Map<String, JsonNode> children(JsonNode node) {
        Map<String, JsonNode> children = new TreeMap<>();
        node.properties().forEach(child -> children.put(child.getKey(), child.getValue()));
        return children;
    }
}
