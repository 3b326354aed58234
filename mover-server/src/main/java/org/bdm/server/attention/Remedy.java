package org.bdm.server.attention;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way to settle an item, as a command and as the request that it sends.
 *
 * @param command a line for a shell
 * @param path with the prefix of the interface
 * @param body the fields of a JSON object; null for none
 */
public record Remedy(
        String command,
        String method,
        String path,
        @Nullable Map<String, Object> body) {
    /** Copies the body. */
    public Remedy {
        if (body != null) body = Map.copyOf(body);
    }
}
