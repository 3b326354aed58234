package org.bdm.server.app;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The fields that each kind of Kubernetes has, as the classes of its Java client declare them. Those are made of the OpenAPI document of
 * Kubernetes; the client itself would take unknown fields.
 */
final class KubernetesSchema {
    private static final String MODEL = "io.fabric8.kubernetes.api.model.";
    private static final Map<String, String> KINDS = Map.of(
            "v1/ConfigMap", "ConfigMap",
            "v1/Secret", "Secret",
            "v1/Service", "Service",
            "v1/PersistentVolumeClaim", "PersistentVolumeClaim",
            "apps/v1/Deployment", "apps.Deployment",
            "apps/v1/StatefulSet", "apps.StatefulSet",
            "policy/v1/PodDisruptionBudget", "policy.v1.PodDisruptionBudget");
    private static final Pattern QUANTITY = Pattern.compile("\\d+(\\.\\d+)?(m|k|Ki|M|Mi|G|Gi|T|Ti|P|Pi)?");

    private final List<String> problems = new ArrayList<>();

    private KubernetesSchema() {}

    /** Fields that do not exist, and values of the wrong type, each with where it is; empty if all is right. */
    static List<String> problems(Map<?, ?> manifest) {
        KubernetesSchema schema = new KubernetesSchema();
        String kind = manifest.get("apiVersion") + "/" + manifest.get("kind");
        String type = KINDS.get(kind);
        if (type == null) return List.of("no kind " + kind + " is expected here");
        schema.check(String.valueOf(manifest.get("kind")), model(type), manifest);
        return schema.problems;
    }

    private static Class<?> model(String name) {
        try {
            return Class.forName(MODEL + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("the model lacks " + name, e);
        }
    }

    private void check(String at, Type type, Object value) {
        if (type instanceof ParameterizedType several) {
            checkSeveral(at, several, value);
            return;
        }
        Class<?> expected = (Class<?>) type;
        switch (expected.getSimpleName()) {
            case "String" -> require(at, "text", value instanceof String);
            case "Boolean" -> require(at, "true or false", value instanceof Boolean);
            case "Integer", "Long" -> require(at, "a number", value instanceof Integer || value instanceof Long);
            case "IntOrString" -> require(at, "a number or text", value instanceof Integer || value instanceof String);
            case "Quantity" ->
                require(
                        at,
                        "a quantity",
                        QUANTITY.matcher(String.valueOf(value)).matches());
            default -> checkFields(at, expected, value);
        }
    }

    private void checkSeveral(String at, ParameterizedType type, Object value) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == List.class && value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) check(at + "[" + i + "]", arguments[0], list.get(i));
        } else if (type.getRawType() == Map.class && value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> check(at + "." + key, arguments[1], each));
        } else {
            require(at, type.getTypeName(), false);
        }
    }

    private void checkFields(String at, Class<?> type, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            require(at, "an object", false);
            return;
        }
        Map<String, Type> fields = fields(type);
        map.forEach((key, each) -> {
            Type field = fields.get(String.valueOf(key));
            if (field == null) problems.add(at + " has no field " + key);
            else check(at + "." + key, field, each);
        });
    }

    private static Map<String, Type> fields(Class<?> type) {
        Map<String, Type> fields = new HashMap<>();
        for (Field field : type.getDeclaredFields()) {
            for (Annotation annotation : field.getAnnotations()) {
                if (annotation.annotationType().getSimpleName().equals("JsonProperty")) {
                    fields.put(nameOf(annotation), field.getGenericType());
                }
            }
        }
        return fields;
    }

    /** Read by its name: the annotation belongs to a library that only the model needs. */
    private static String nameOf(Annotation property) {
        try {
            return String.valueOf(property.annotationType().getMethod("value").invoke(property));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the model changed", e);
        }
    }

    private void require(String at, String what, boolean isSo) {
        if (!isSo) problems.add(at + " is not " + what);
    }
}
