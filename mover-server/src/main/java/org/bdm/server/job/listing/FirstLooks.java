package org.bdm.server.job.listing;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.job.NumberedItem;
import org.jspecify.annotations.Nullable;

/** The statuses that were asked for ahead of their turn, of the items that come next. Belongs to the listing's thread. */
final class FirstLooks {
    private static final int AHEAD_MAX = 256;

    private final Map<Integer, FirstLook> ahead = new HashMap<>(); // by number of the item

    /**
     * Asks for as many as may be under way.
     *
     * @param source where to ask; with null nothing is asked
     * @param isThere whether an item is of this source
     */
    void askAhead(@Nullable BlockSource source, Collection<NumberedItem> next, Predicate<NumberedItem> isThere) {
        if (source == null || ahead.size() > AHEAD_MAX / 2) return;
        ahead.values().removeIf(look -> !look.isAskedOf(source));
        for (NumberedItem item : next) {
            if (ahead.size() >= AHEAD_MAX || item.source() instanceof ItemSource.Nowhere || !isThere.test(item)) return;
            if (ahead.containsKey(item.number())) continue;
            FirstLook look = look(item, item.sourceAtSite().path());
            look.askAhead(source);
            ahead.put(item.number(), look);
        }
    }

    /** The look at an item whose turn has come. */
    FirstLook of(NumberedItem item, StorePath root) {
        FirstLook known = ahead.remove(item.number());
        return known == null ? look(item, root) : known;
    }

    private static FirstLook look(NumberedItem item, StorePath root) {
        return new FirstLook(root, item.item().recursive());
    }
}
