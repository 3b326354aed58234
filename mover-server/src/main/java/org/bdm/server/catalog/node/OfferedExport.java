package org.bdm.server.catalog.node;

import org.jspecify.annotations.Nullable;

/**
 * An export as one node offers it.
 *
 * @param export its name
 * @param rootId what the directory calls itself, 32 hexadecimal digits; null for one that is only read and has no such name
 * @param isWritable whether files can be placed in it by this node
 */
public record OfferedExport(String export, @Nullable String rootId, boolean isWritable) {
    /** Refuses a writable export that nobody could tell from another directory. */
    public OfferedExport {
        if (isWritable && rootId == null)
            throw new IllegalArgumentException(export + " is writable and has no root id");
    }
}
