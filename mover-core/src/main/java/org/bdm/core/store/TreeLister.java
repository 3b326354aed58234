package org.bdm.core.store;

/** A store that lists a whole tree in one pass, where others are asked directory by directory. Any thread that may block. */
public interface TreeLister {
    /**
     * Lists what lies below a directory at any depth, each directory before what lies in it, in an order of the store.
     *
     * @param after the end of the page before; empty for the first page
     * @param entriesMax entries of a page; one object and the directories that it begins are told together, even if they are more
     */
    TreePage listTree(StorePath directory, String after, int entriesMax);
}
