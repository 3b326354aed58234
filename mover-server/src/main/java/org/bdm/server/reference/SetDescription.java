package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The field {@code bdm} of a set, beside what kerchunk knows: the files it refers to, as they were, and notes. Pure. */
final class SetDescription {
    static final String FIELD = "bdm";

    private SetDescription() {}

    static Map<String, Object> of(ReferenceSet set) {
        List<Map<String, Object>> files = new ArrayList<>();
        for (SetFile file : set.files()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("address", file.address());
            entry.put("size", file.bytes());
            entry.put("modified", file.modified().toString());
            if (file.digest() != null) {
                entry.put(
                        file.digest().algorithm().name().toLowerCase(Locale.ROOT),
                        file.digest().hex());
            }
            files.add(entry);
        }
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("files", files);
        description.put("notes", set.notes());
        return description;
    }
}
