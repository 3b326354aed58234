package org.bdm.server.interchange.entry;

import org.bdm.core.checksum.Checksum;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.jspecify.annotations.Nullable;

/**
 * From one path to another, on two endpoints that the list does not name.
 *
 * @param recursive a tree, not a file
 * @param digest of the file; null if the list does not tell
 */
public record PathPair(
        String source,
        String destination,
        boolean recursive,
        @Nullable Checksum digest) implements ImportedEntry {
    @Override
    public @Nullable DatasetName dataset() {
        DrsPath path = DrsPath.of(source);
        return path == null ? null : path.dataset();
    }

    @Override
    public int files() {
        return recursive ? 0 : 1;
    }

    @Override
    public @Nullable Long sizeBytes() {
        return null;
    }
}
