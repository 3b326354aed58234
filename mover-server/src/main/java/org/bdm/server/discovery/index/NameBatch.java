package org.bdm.server.discovery.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.drs.DatasetAtNode;

/**
 * Names of datasets that are asked for in one request.
 *
 * @param field {@code instance_id}, {@code master_id} for names without version, {@code id} for names with a node
 * @param names in the spelling that the field has
 */
public record NameBatch(String field, List<String> names) {
    private static final int NAMES_MAX = 50;
    /** Servers take about 8,000 letters; some become three when they are encoded. */
    private static final int LETTERS_MAX = 3000;

    /** Names that cannot be the name of a dataset are left out. */
    public static List<NameBatch> of(List<String> written) {
        Map<String, List<String>> byField = new LinkedHashMap<>();
        for (String text : written) {
            DatasetAtNode.read(text)
                    .ifPresent(name -> byField.computeIfAbsent(field(name), field -> new ArrayList<>())
                            .add(spelled(name)));
        }
        List<NameBatch> batches = new ArrayList<>();
        byField.forEach((field, names) -> {
            for (List<String> part : parts(names)) batches.add(new NameBatch(field, part));
        });
        return batches;
    }

    private static String field(DatasetAtNode name) {
        if (!name.dataset().hasVersion()) return "master_id";
        return name.dataNode().isPresent() ? "id" : "instance_id";
    }

    private static String spelled(DatasetAtNode name) {
        String instanceId = name.dataset().instanceId();
        boolean hasNode = name.dataset().hasVersion() && name.dataNode().isPresent();
        return hasNode ? instanceId + "|" + name.dataNode().get() : instanceId;
    }

    /** Lists short enough for one request. */
    public static List<List<String>> parts(List<String> names) {
        List<List<String>> parts = new ArrayList<>();
        List<String> part = new ArrayList<>();
        int letters = 0;
        for (String name : names) {
            if (!part.isEmpty() && (part.size() == NAMES_MAX || letters + name.length() > LETTERS_MAX)) {
                parts.add(List.copyOf(part));
                part.clear();
                letters = 0;
            }
            part.add(name);
            letters += name.length();
        }
        if (!part.isEmpty()) parts.add(List.copyOf(part));
        return parts;
    }
}
