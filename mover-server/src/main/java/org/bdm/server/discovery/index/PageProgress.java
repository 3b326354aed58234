package org.bdm.server.discovery.index;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Watches that the pages of an answer bring anything new: an index may give the same ones for ever, under addresses that differ. Of one thread. */
public final class PageProgress {
    private static final int WITHOUT_NEW_MAX = 3;
    /** More are not remembered; a question that finds so many ends at the bound of questions. */
    private static final int REMEMBERED_MAX = 1_000_000;

    private final Set<String> seen = new HashSet<>();
    private int withoutNew;

    /** Takes the names of the records of a page; whether so many pages in a row were without a new one that asking on is of no use. */
    public boolean isStuckAfter(Collection<String> names) {
        boolean isNew = seen.size() >= REMEMBERED_MAX && !names.isEmpty();
        for (String name : names) {
            if (seen.size() < REMEMBERED_MAX) isNew |= seen.add(name);
        }
        withoutNew = isNew ? 0 : withoutNew + 1;
        return withoutNew >= WITHOUT_NEW_MAX;
    }

    /** Different names so far. */
    public int distinct() {
        return seen.size();
    }
}
