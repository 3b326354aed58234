package org.bdm.server.api.http;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.control.Problem;
import org.bdm.core.control.dataset.DatasetView;
import org.bdm.core.control.holding.HoldingView;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.request.ImportView;
import org.bdm.core.control.site.SiteView;
import org.jspecify.annotations.Nullable;

/** Completes the schemas of the messages with what their records say: which fields are always there, and which may be null. */
final class RecordSchemas {
    /** The packages of the messages, by one class of each. */
    private static final List<String> ROOMS = Stream.of(
                    Problem.class,
                    JobView.class,
                    DatasetView.class,
                    HoldingView.class,
                    ImportView.class,
                    SiteView.class)
            .map(Class::getPackageName)
            .toList();

    private final Components components;

    RecordSchemas(Components components) {
        this.components = components;
    }

    void complete() {
        messages().forEach((name, message) -> {
            Schema<?> schema = components.getSchemas().get(name);
            if (schema != null) complete(schema, message);
        });
    }

    /** The records behind the schemas, by their names: also those within others, which are named without them. */
    private Map<String, Class<?>> messages() {
        Map<String, Class<?>> named = new LinkedHashMap<>();
        for (String name : components.getSchemas().keySet()) {
            Class<?> message = message(name);
            if (message == null) continue;
            named.put(name, message);
            for (Class<?> part : message.getDeclaredClasses()) {
                if (!part.isRecord() || !components.getSchemas().containsKey(part.getSimpleName())) continue;
                Class<?> other = named.put(part.getSimpleName(), part);
                if (other != null) throw new IllegalStateException(other + " and " + part + " would be one schema");
            }
        }
        return named;
    }

    /** A page of views is named by both. */
    private static @Nullable Class<?> message(String name) {
        String simple = name.startsWith("Page") ? "Page" : name;
        for (String room : ROOMS) {
            try {
                return Class.forName(room + "." + simple);
            } catch (ClassNotFoundException notInThisRoom) {
                continue;
            }
        }
        return null;
    }

    private static void complete(Schema<?> schema, Class<?> message) {
        List<String> required = new ArrayList<>();
        for (RecordComponent component : message.getRecordComponents()) {
            Schema<?> property = (Schema<?>) schema.getProperties().get(component.getName());
            if (property == null)
                throw new IllegalStateException("no schema of " + message + " " + component.getName());
            if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                schema.getProperties().put(component.getName(), orNull(property));
            } else if (!isListOfRequest(component, message)) {
                required.add(component.getName());
            }
        }
        schema.setRequired(required);
    }

    /** In what is sent to us, an absent list is an empty one. */
    private static boolean isListOfRequest(RecordComponent component, Class<?> message) {
        boolean isAnswer = message.getSimpleName().endsWith("View")
                || message.getSimpleName().endsWith("Counts")
                || message.getSimpleName().equals("Page")
                || message.getSimpleName().startsWith("Problem");
        return component.getType() == List.class && !isAnswer;
    }

    private static Schema<?> orNull(Schema<?> property) {
        if (property.get$ref() != null) {
            Schema<Object> nothing = new Schema<>();
            nothing.setTypes(Set.of("null"));
            Schema<Object> choice = new Schema<>();
            choice.setOneOf(List.of(new Schema<>().$ref(property.get$ref()), nothing));
            return choice;
        }
        Set<String> types = new LinkedHashSet<>();
        if (property.getTypes() != null) types.addAll(property.getTypes());
        else if (property.getType() != null) types.add(property.getType());
        types.add("null");
        property.setTypes(types);
        return property;
    }
}
