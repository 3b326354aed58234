package org.bdm.core.source.http;

import java.util.Map;

/** A request as it came; names of fields in lower case. */
public record FakeRequest(String method, String path, Map<String, String> fields) {
    /** The value of Range, empty without one. */
    public String range() {
        return fields.getOrDefault("range", "");
    }
}
