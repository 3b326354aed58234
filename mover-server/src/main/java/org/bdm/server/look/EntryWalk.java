package org.bdm.server.look;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** The entries of one directory in order of names, page by page. Belongs to one thread. */
public final class EntryWalk implements Iterator<DirectoryEntry> {
    private static final int ENTRIES_AT_ONCE = 1000;

    private final Tree tree;
    private final StorePath directory;
    private List<DirectoryEntry> entries = List.of();
    private int next;
    private boolean isLast;
    private @Nullable FileName after;

    public EntryWalk(Tree tree, StorePath directory) {
        this.tree = tree;
        this.directory = directory;
    }

    @Override
    public boolean hasNext() {
        while (next == entries.size() && !isLast) {
            DirectoryPage page = tree.list(directory, after, ENTRIES_AT_ONCE);
            entries = page.entries();
            next = 0;
            isLast = page.isLast() || entries.isEmpty();
            if (!entries.isEmpty()) after = entries.get(entries.size() - 1).name();
        }
        return next < entries.size();
    }

    @Override
    public DirectoryEntry next() {
        if (!hasNext()) throw new NoSuchElementException();
        return entries.get(next++);
    }

    /** The entry that {@link #next} gives; null at the end. */
    public @Nullable DirectoryEntry peek() {
        return hasNext() ? entries.get(next) : null;
    }
}
