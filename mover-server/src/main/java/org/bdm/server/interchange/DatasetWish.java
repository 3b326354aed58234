package org.bdm.server.interchange;

import org.jspecify.annotations.Nullable;

/**
 * A whole dataset, by its name.
 *
 * @param dataNode where the list says that it is; null if it does not
 */
public record DatasetWish(DatasetId dataset, @Nullable String dataNode) implements ImportedEntry {
    @Override
    public int files() {
        return 0;
    }

    @Override
    public @Nullable Long sizeBytes() {
        return null;
    }
}
