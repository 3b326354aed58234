package org.bdm.server.catalog;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** The history of jobs and of the site. */
public final class Events {

    /** Writes an event, numbered and dated now; the future gives it. Never waits for room: TOO_MANY_REQUESTS. */
    public CompletableFuture<Event> add(@Nullable JobId job, String code, String text, String dataJson) {
        throw new UnsupportedOperationException("to come");
    }

    /** Events with a number above {@code afterNumber}, oldest first, of one job or (null) of all; at most {@code rowsMax}. */
    public List<Event> after(@Nullable JobId job, long afterNumber, int rowsMax) {
        throw new UnsupportedOperationException("to come");
    }

    /** Number of the newest event; 0 if there is none. */
    public long newest() {
        throw new UnsupportedOperationException("to come");
    }
}
