package org.bdm.server.attention;

import org.bdm.server.catalog.site.Acknowledgement;
import org.jspecify.annotations.Nullable;

/**
 * An item and what a person said of it.
 *
 * @param acknowledgement that holds now; null for none
 */
public record ListedItem(AttentionItem item, @Nullable Acknowledgement acknowledgement) {
    /** True if it needs a person still. */
    public boolean isOpen() {
        return acknowledgement == null;
    }
}
