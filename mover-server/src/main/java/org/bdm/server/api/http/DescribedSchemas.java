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
import org.jspecify.annotations.Nullable;

/** Writes the rows of the document into its schemas and parameters: sentences, examples, values and ranges. */
final class DescribedSchemas {
    private static final String MOMENT = "2026-11-23T20:00:00Z";
    private static final String PAGE = "Page";

    private final DocumentRows rows;

    DescribedSchemas(DocumentRows rows) {
        this.rows = rows;
    }

    void describe(Components components) {
        components.getSchemas().forEach(this::describe);
    }

    private void describe(String name, Schema<?> schema) {
        boolean isPage = name.startsWith(PAGE) && name.length() > PAGE.length();
        String says = rows.schema(isPage ? PAGE : name);
        if (says != null) schema.setDescription(says);
        Map<String, Schema<?>> properties = new LinkedHashMap<>();
        if (schema.getProperties() == null) return;
        schema.getProperties().forEach((property, of) -> properties.put(property, (Schema<?>) of));
        properties.forEach((property, of) -> write(rows.property(isPage ? PAGE : name, property), of));
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
            if (schema == null) continue;
            if (row.example() != null) parameter.setExample(row.example());
            else if ("date-time".equals(schema.getFormat())) parameter.setExample(MOMENT);
            limit(row, schema);
            if (row.values() != null) choose(rows.values(row.values()), schema, false);
        }
    }

    private void write(Row row, Schema<?> schema) {
        schema.setDescription(row.says());
        if (row.example() != null) schema.setExamples(examples(row.example()));
        else if ("date-time".equals(schema.getFormat())) schema.setExamples(examples(MOMENT));
        limit(row, schema);
        if (row.values() != null) choose(rows.values(row.values()), schema, isNullable(schema));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the type of a schema is that of its Java class, which the rows do not know
    private static List examples(Object example) {
        return new ArrayList(List.of(example));
    }

    private static void limit(Row row, Schema<?> schema) {
        if (row.range().isEmpty()) return;
        schema.setMinimum(new BigDecimal(row.range().get(0).toString()));
        if (row.range().size() > 1)
            schema.setMaximum(new BigDecimal(row.range().get(1).toString()));
    }

    /** Lists the values; those of a list are the values of each of its items. */
    private static void choose(@Nullable Values values, Schema<?> schema, boolean isNullable) {
        if (values == null) return;
        if (schema.getItems() != null) {
            choose(values, schema.getItems(), false);
        } else if (values.isOpen()) {
            schema.addExtension("x-extensible-enum", values.names());
        } else {
            List<@Nullable Object> names = new ArrayList<>(values.names());
            if (isNullable) names.add(null);
            setEnum(schema, names);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // as above
    private static void setEnum(Schema<?> schema, List<@Nullable Object> names) {
        ((Schema) schema).setEnum(names);
    }

    private static boolean isNullable(Schema<?> schema) {
        Set<String> types = schema.getTypes();
        return types != null && types.contains("null");
    }
}
