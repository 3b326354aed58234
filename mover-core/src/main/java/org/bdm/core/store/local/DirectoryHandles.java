package org.bdm.core.store.local;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The directories that one batch names its entries by, each opened once and held until the batch ends. A handle goes on naming a directory
 * that was moved away meanwhile, so no handle outlives its batch, and who changes something by one looks afterwards, by the path and with
 * new handles, at what is there (docs/decisions/0012). Belongs to one thread.
 */
final class DirectoryHandles implements AutoCloseable {
    /** Bounds the descriptors; the entries of a batch come directory by directory. */
    static final int HANDLES_MAX = 16;

    private final Map<StorePath, Descriptor> open = new LinkedHashMap<>(16, 0.75f, true);

    /** The directory if it is held. */
    @Nullable Descriptor find(StorePath directory) {
        return open.get(directory);
    }

    /** Takes ownership of a directory just opened; the one that was not used for the longest time is closed. */
    void keep(StorePath directory, Descriptor opened) {
        if (open.size() == HANDLES_MAX) {
            Map.Entry<StorePath, Descriptor> eldest = open.entrySet().iterator().next();
            open.remove(eldest.getKey());
            eldest.getValue().close();
        }
        open.put(directory, opened);
    }

    @Override
    public void close() {
        open.values().forEach(Descriptor::close);
        open.clear();
    }
}
