package org.bdm.client.cli;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bdm.client.Json;

/** Messages with all their members, whose names and texts are as long as they come. */
final class SampleMessage {
    static final String NAME =
            "CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20180803.tas_Amon_IPSL_201501-210012";
    static final String TEXT =
            "the export of the destination is full, and nothing can be written there before somebody frees space: the end";
    private static final List<String> SHORT = List.of(
            "id",
            "jobId",
            "job",
            "state",
            "kind",
            "owner",
            "by",
            "addedBy",
            "changedBy",
            "requester",
            "role",
            "format",
            "code",
            "who",
            "algorithm",
            "evidenceLevel",
            "level",
            "index",
            "verifiedAs",
            "preference",
            "request",
            "purge",
            "verdict",
            "site",
            "process");
    private static final List<String> TEXTS = List.of(
            "text", "note", "reason", "remark", "detail", "advice", "trouble", "label", "placing", "failure", "found");

    private SampleMessage() {}

    /** Returns the message as a server sends it. */
    static String json(Class<? extends Record> message) {
        return Json.text(ofRecord(message));
    }

    private static Object ofRecord(Class<?> type) {
        RecordComponent[] parts = type.getRecordComponents();
        Object[] values = Arrays.stream(parts)
                .map(part -> of(part.getGenericType(), part.getName()))
                .toArray();
        try {
            return type.getDeclaredConstructor(
                            Arrays.stream(parts).map(RecordComponent::getType).toArray(Class[]::new))
                    .newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no sample of " + type, e);
        }
    }

    private static Object of(Type type, String name) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            return generic.getRawType().equals(Map.class)
                    ? Map.of("COMPLETE", of(of[1], name))
                    : List.of(of(of[0], name));
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) return ofRecord(plain);
        if (plain.isEnum()) return plain.getEnumConstants()[0];
        if (plain == boolean.class || plain == Boolean.class) return true;
        if (plain == int.class || plain == Integer.class) return 12;
        boolean isAmount = name.toLowerCase(Locale.ROOT).contains("bytes") || name.equals("size");
        if (plain == long.class || plain == Long.class) return isAmount ? 2_500_000_000L : 1_200_000L;
        if (plain == double.class || plain == Double.class) return 0.5;
        if (plain == Instant.class) return Instant.parse("2026-11-20T10:00:00Z");
        if (plain == String.class) return text(name);
        throw new IllegalStateException("no sample of " + type + " " + name);
    }

    private static String text(String name) {
        if (name.equals("state")) return "FAILED";
        if (name.equals("mode")) return "rw";
        if (SHORT.contains(name)) return "thing-12";
        return TEXTS.contains(name) ? TEXT : NAME;
    }
}
