package org.bdm.server.catalog;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The audit log: only added to, each line chained to the one before by SHA-256. */
public final class AuditLog {

    /** Writes a line, numbered and chained; the future gives it. Never waits for room: TOO_MANY_REQUESTS. */
    public CompletableFuture<AuditEntry> add(AuditEntry entry) {
        throw new UnsupportedOperationException("to come");
    }

    /** Lines with a number above {@code afterNumber}, oldest first; at most {@code rowsMax}. */
    public List<AuditEntry> after(long afterNumber, int rowsMax) {
        throw new UnsupportedOperationException("to come");
    }

    /** Walks the whole chain; gives the number of the first line that was changed or is missing, empty if all is well. */
    public Optional<Long> firstBroken() {
        throw new UnsupportedOperationException("to come");
    }
}
