package org.bdm.core.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a tree.
 *
 * @param end behind which the next page begins; only for {@link TreeLister#listTree}
 * @param isLast whether no entry follows
 */
public record TreePage(List<Entry> entries, String end, boolean isLast) {
    /** Copies the list. */
    public TreePage {
        entries = List.copyOf(entries);
    }

    /**
     * An entry of a tree.
     *
     * @param shown path below the directory that was listed, for people
     * @param status null for what no file system could have under that path
     */
    public record Entry(String shown, @Nullable FileStatus status) {}
}
