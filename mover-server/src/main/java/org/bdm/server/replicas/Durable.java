package org.bdm.server.replicas;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bdm.core.fault.MoverException;

/** Waits for changes of the catalog; never on the committer's thread. */
final class Durable {
    private Durable() {}

    static <T> T await(CompletableFuture<T> change) {
        try {
            return change.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof MoverException cause) throw cause;
            throw e;
        }
    }
}
