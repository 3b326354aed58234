package org.bdm.server.api.http;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.control.Problem;
import org.bdm.core.control.campaign.CampaignView;
import org.bdm.core.control.dataset.DatasetView;
import org.bdm.core.control.holding.HoldingView;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.link.LinkView;
import org.bdm.core.control.plan.PlanView;
import org.bdm.core.control.request.ImportView;
import org.bdm.core.control.site.SiteView;
import org.bdm.core.control.user.UserView;
import org.jspecify.annotations.Nullable;

/** Completes the schemas of the messages with what their records say: which fields are always there, and which may be null. */
final class RecordSchemas {
    /** The packages of the messages, by one class of each. */
    private static final List<String> ROOMS = Stream.of(
                    Problem.class,
                    JobView.class,
                    PlanView.class,
                    DatasetView.class,
                    HoldingView.class,
                    ImportView.class,
                    SiteView.class,
                    LinkView.class,
                    CampaignView.class,
                    UserView.class)
            .map(Class::getPackageName)
            .toList();

    private final Components components;
    private final Set<String> sent = new HashSet<>();

    RecordSchemas(OpenAPI document) {
        components = document.getComponents();
        document.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .map(Operation::getRequestBody)
                .filter(Objects::nonNull)
                .flatMap(body -> body.getContent().values().stream())
                .forEach(content -> markSent(content.getSchema()));
    }

    /** Remembers the messages that callers send, and those within them. */
    private void markSent(@Nullable Schema<?> schema) {
        if (schema == null) return;
        if (schema.get$ref() != null) {
            String name = schema.get$ref().substring(schema.get$ref().lastIndexOf('/') + 1);
            if (sent.add(name)) markSent(components.getSchemas().get(name));
        }
        markSent(schema.getItems());
        if (schema.getProperties() != null) schema.getProperties().values().forEach(part -> markSent((Schema<?>) part));
    }

    void complete() {
        messages().forEach((name, message) -> {
            Schema<?> schema = components.getSchemas().get(name);
            if (schema != null) complete(schema, message, !sent.contains(name));
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

    /**
     * Says which properties are always there. An answer has all of them, null or not; in what a caller sends, what may be null may be absent
     * as well, and an absent list or map is an empty one.
     */
    private static void complete(Schema<?> schema, Class<?> message, boolean isAnswer) {
        List<String> required = new ArrayList<>();
        for (RecordComponent component : message.getRecordComponents()) {
            Schema<?> property = (Schema<?>) schema.getProperties().get(component.getName());
            if (property == null)
                throw new IllegalStateException("no schema of " + message + " " + component.getName());
            boolean isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            boolean isGroup = component.getType() == List.class || component.getType() == Map.class;
            if (isNullable) schema.getProperties().put(component.getName(), orNull(property));
            if (isAnswer || !(isNullable || isGroup)) required.add(component.getName());
        }
        schema.setRequired(required);
        if (!isAnswer) schema.setAdditionalProperties(false); // a misspelt property is refused, not left out
    }

    /** The schema that takes null as well. */
    static Schema<?> orNull(Schema<?> property) {
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
