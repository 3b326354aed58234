package org.bdm.server.api.http;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.api.http.DocumentRows.Row;
import org.bdm.server.api.http.DocumentRows.Values;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Writes the rows of the document into its schemas and parameters: sentences, examples, values and ranges. */
@SuppressWarnings({"unchecked", "rawtypes"}) // the model of the library has raw types
final class DescribedSchemas {
    private static final String MOMENT = "2026-11-23T20:00:00Z";
    private static final String MOMENTS = "date-time";
    private static final String PAGE = "Page";

    private final DocumentRows rows;

    DescribedSchemas(DocumentRows rows) {
        this.rows = rows;
    }

    /** Describes all messages, and adds a schema for each list of values. */
    void describe(Components components) {
        components.getSchemas().forEach(this::describe);
        for (Values values : rows.values()) {
            Schema<String> schema = new Schema<String>().types(Set.of("string"));
            schema.setDescription(values.says() + (values.isOpen() ? " A later version may add values." : ""));
            if (values.isOpen()) schema.addExtension("x-extensible-enum", values.values());
            else schema.setEnum(values.values());
            components.addSchemas(values.name(), schema);
        }
    }

    private void describe(String name, Schema<?> schema) {
        boolean isPage = name.startsWith(PAGE) && name.length() > PAGE.length();
        String record = isPage ? PAGE : name;
        RecordWords.Words words = rows.message(record);
        if (!words.says().isEmpty()) schema.setDescription(words.says());
        Map<String, Schema<?>> properties = new LinkedHashMap<>();
        if (schema.getProperties() != null)
            schema.getProperties().forEach((property, of) -> properties.put(property, (Schema<?>) of));
        words.components().keySet().forEach(component -> {
            if (!properties.containsKey(component))
                throw new IllegalStateException("the record " + record + " has no component " + component);
        });
        properties.forEach((property, of) -> {
            Row row = words.components().getOrDefault(property, rows.property(property));
            schema.getProperties().put(property, described(row, of));
        });
    }

    /** Describes the parameters: the row of the operation goes before what the code of the route says, and that before the row of the name. */
    void describe(Operation operation) {
        if (operation.getParameters() == null) return;
        for (Parameter parameter : operation.getParameters()) {
            Row own = rows.parameterOf(operation.getOperationId(), parameter.getName());
            Row row = own.orElse(rows.parameter(parameter.getName()));
            boolean isSaid = own.says() == null && parameter.getDescription() != null;
            if (!isSaid) parameter.setDescription(row.says());
            Schema<?> schema = parameter.getSchema();
            if (row.example() != null) parameter.setExample(row.example());
            else if (MOMENTS.equals(schema.getFormat())) parameter.setExample(MOMENT);
            limit(row, schema);
            if (row.values() != null) parameter.setSchema(chosen(row.values(), schema));
        }
    }

    private Schema<?> described(Row row, Schema<?> schema) {
        if (row.example() != null) schema.setExamples(examples(typed(row.example(), schema)));
        else if (MOMENTS.equals(schema.getFormat())) schema.setExamples(examples(MOMENT));
        limit(row, schema);
        Schema<?> described = row.values() == null ? schema : chosen(row.values(), schema);
        described.setDescription(row.says());
        return described;
    }

    /** The schema with a reference to its list of values: generators make one type of each list. */
    private Schema<?> chosen(String values, Schema<?> schema) {
        if (rows.values().stream().noneMatch(list -> list.name().equals(values)))
            throw new IllegalStateException("values.yaml has no list " + values);
        Schema<Object> reference = new Schema<>().$ref("#/components/schemas/" + values);
        if (schema.getItems() != null) {
            schema.setItems(reference);
            return schema;
        }
        Schema<?> chosen = isNullable(schema) ? RecordSchemas.orNull(reference) : reference;
        if (schema.getDefault() != null) chosen.setDefault(schema.getDefault());
        return chosen;
    }

    @SuppressWarnings({"unchecked", "rawtypes"
    }) // the type of a schema is that of its Java class, which the rows do not know
    private static List examples(Object example) {
        return new ArrayList(List.of(example));
    }

    /** An example in Javadoc is the text itself, or a number, list or map as in YAML: the schema tells which. */
    private static Object typed(Object example, Schema<?> schema) {
        boolean isWritten = example instanceof String && !types(schema).contains("string");
        return isWritten ? new Yaml(new SafeConstructor(new LoaderOptions())).load((String) example) : example;
    }

    private static void limit(Row row, Schema<?> schema) {
        if (row.range().isEmpty()) return;
        schema.setMinimum(new BigDecimal(row.range().get(0).toString()));
        if (row.range().size() > 1)
            schema.setMaximum(new BigDecimal(row.range().get(1).toString()));
    }

    private static boolean isNullable(Schema<?> schema) {
        return types(schema).contains("null");
    }

    private static Set<String> types(Schema<?> schema) {
        return schema.getTypes() == null ? Set.of() : schema.getTypes();
    }
}
