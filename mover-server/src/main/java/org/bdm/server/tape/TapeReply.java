package org.bdm.server.tape;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * An answer of a tape service.
 *
 * @param body JSON; missing if there was none
 * @param location the field of that name
 * @param retryAfter how long it asks to wait
 */
record TapeReply(int status, JsonNode body, Optional<String> location, Optional<Duration> retryAfter) {
    static TapeReply without(int status) {
        return new TapeReply(status, MissingNode.getInstance(), Optional.empty(), Optional.empty());
    }

    boolean isDone() {
        return status >= 200 && status < 300;
    }

    boolean isTooLarge() {
        return status == 413;
    }

    boolean isTooMany() {
        return status == 429 || status == 503;
    }

    /** True if it may be about one of the paths of a request alone: the service refuses them, or fails on them. */
    boolean isOfPaths() {
        boolean isRefused = status == 400 || status == 403 || status == 413 || status == 422;
        return isRefused || (status >= 500 && status != 501 && !isTooMany());
    }
}
