package org.bdm.server.reference;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A group of a set.
 *
 * @param path of names with '/'; empty for the root
 * @param attributes values as JSON has them
 */
public record ReferencedGroup(String path, Map<String, Object> attributes) {
    /** Copies the attributes. */
    public ReferencedGroup {
        attributes = new LinkedHashMap<>(attributes);
    }
}
