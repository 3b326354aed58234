package org.bdm.core.store;

import java.util.List;

/**
 * A page of a directory, in ascending order of names.
 *
 * @param entries at most as many as asked for
 * @param isLast whether no entry follows
 */
public record DirectoryPage(List<DirectoryEntry> entries, boolean isLast) {
    /** Copies the list. */
    public DirectoryPage {
        entries = List.copyOf(entries);
    }
}
