package org.bdm.core.control.site;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request of the REST interface that settles something.
 *
 * @param path with the prefix of the interface
 * @param body a JSON object; null: send none
 */
public record RemedyRequestView(
        String method, String path, @Nullable Map<String, Object> body) {
    /** Copies the body. */
    public RemedyRequestView {
        if (body != null) body = Collections.unmodifiableMap(new LinkedHashMap<>(body));
    }
}
