package org.bdm.core.control.site;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request of this interface that settles something.
 *
 * @param method The HTTP method. Such as {@code POST}.
 * @param path The path, with the prefix of the interface. Such as {@code /api/v1/jobs/job-7/retry}.
 * @param body The JSON object to send; null: send none. Such as {@code {kind: REPAIR}}.
 */
public record RemedyRequestView(
        String method, String path, @Nullable Map<String, Object> body) {
    /** Copies the body. */
    public RemedyRequestView {
        if (body != null) body = Collections.unmodifiableMap(new LinkedHashMap<>(body));
    }
}
