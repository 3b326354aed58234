package org.bdm.core.finish;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;

/** Forces the directories of a batch, each once and several at a time. Used by the placing thread. */
final class DirectoryForces {
    private final WritableStore store;
    private final Executor threads;

    DirectoryForces(WritableStore store, Executor threads) {
        this.store = store;
        this.threads = threads;
    }

    /**
     * Waits until the entries of all of them are on stable storage.
     *
     * @return what failed, by directory
     */
    Map<StorePath, RuntimeException> force(Collection<StorePath> directories) {
        Map<StorePath, CompletableFuture<Void>> forces = new HashMap<>();
        for (StorePath directory : directories) {
            forces.computeIfAbsent(
                    directory, path -> CompletableFuture.runAsync(() -> store.forceDirectory(path), threads));
        }
        Map<StorePath, RuntimeException> failed = new HashMap<>();
        forces.forEach((directory, force) -> {
            try {
                force.join();
            } catch (CompletionException e) {
                failed.put(directory, e.getCause() instanceof RuntimeException cause ? cause : e);
            }
        });
        return failed;
    }
}
