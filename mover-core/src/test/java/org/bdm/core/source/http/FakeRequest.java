package org.bdm.core.source.http;

import java.util.List;
import java.util.Map;

/**
 * A request as it came.
 *
 * @param fields by name in lower case
 * @param names of the fields as they were spelled
 */
public record FakeRequest(String method, String path, Map<String, String> fields, List<String> names) {
    /** A request without fields. */
    static FakeRequest bare(String method, String path) {
        return new FakeRequest(method, path, Map.of(), List.of());
    }

    /** The value of Range, empty without one. */
    public String range() {
        return fields.getOrDefault("range", "");
    }
}
