package org.bdm.server.catalog.db;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bdm.core.fault.MoverException;

/** Waits for changes of the catalog; on threads that may block only, never on the committer's. */
public final class Durable {
    private Durable() {}

    /** Returns the result of the change once it is on stable storage; throws the reason if it was refused. */
    public static <T> T await(CompletableFuture<T> change) {
        try {
            return change.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof MoverException cause) throw cause;
            throw e;
        }
    }
}
