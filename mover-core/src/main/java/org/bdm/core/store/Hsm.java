package org.bdm.core.store;

import java.util.List;
import java.util.Map;

/**
 * The hierarchical storage manager (HSM) below an export: it moves the bytes of files to tape, or to another slow storage, and leaves name, size and
 * times. Any thread.
 */
public interface Hsm {
    /**
     * Returns where the bytes of these files are, for each of them. Opens and reads none of them; blocks for as long as the HSM takes to answer, and
     * says UNKNOWN of those of which it got no answer.
     *
     * @param files regular files of the export, without symbolic links
     */
    Map<StorePath, Presence> presence(List<StorePath> files);

    /** Wants a file on disk. Returns at once; a file that finds no room among those that are wanted has to be wanted again later. */
    void recall(StorePath file);

    /** As {@link #recall}, for a check of what is held; false if files are not brought for checks. */
    boolean recallToCheck(StorePath file);

    /** Says for people what is done about a file that cannot be read: a clause without its end. Does not block. */
    String standing(StorePath file, Presence presence);
}
