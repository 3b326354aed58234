package org.bdm.core.finish;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;

/**
 * Which directories a batch has to force, each once. A name is durable when every directory from the root down to it has been forced since
 * the entry was made. An entry on the way may be one that a run before made and did not force, so a chain counts as durable only after this
 * object has forced it itself. Belongs to the placing thread.
 */
final class DirectoryForces {
    private static final int KNOWN_MAX = 16_384;

    private final WritableStore store;
    private final Executor threads;
    private final Map<StorePath, Boolean> knownDurable = new LinkedHashMap<>(256, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<StorePath, Boolean> eldest) {
            return size() > KNOWN_MAX; // forgetting one costs a force
        }
    };

    DirectoryForces(WritableStore store, Executor threads) {
        this.store = store;
        this.threads = threads;
    }

    /** The directories whose force makes an entry of {@code directory}, and the way to it, durable. */
    Set<StorePath> chain(StorePath directory) {
        Set<StorePath> chain = new LinkedHashSet<>();
        chain.add(directory);
        StorePath at = directory;
        while (!at.isRoot() && !knownDurable.containsKey(at)) {
            at = at.parent();
            chain.add(at);
        }
        return chain;
    }

    /**
     * Forces each directory once, several at a time.
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

    /** These directories are reached durably from the root. */
    void learn(List<StorePath> directories) {
        for (StorePath directory : directories) knownDurable.put(directory, true);
    }
}
