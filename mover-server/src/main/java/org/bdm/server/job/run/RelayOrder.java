package org.bdm.server.job.run;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.SubmittedItem;

/**
 * The other destinations of the tree of a job.
 *
 * @param root path of the tree at its source
 * @param before destinations for which files wait, the first first
 * @param after destinations from which a file is taken if it is there already
 */
record RelayOrder(StorePath root, List<Endpoint> before, List<Endpoint> after) {
    static final RelayOrder NONE = new RelayOrder(StorePath.ROOT, List.of(), List.of());

    RelayOrder {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /**
     * The order for one destination.
     *
     * @param relay all destinations; if that of the item is not among them, all are in front of it
     */
    static RelayOrder of(Endpoint from, SubmittedItem item, List<String> relay) {
        if (relay.isEmpty()) return NONE;
        Endpoint own = Endpoint.parse(item.destination());
        List<Endpoint> all = relay.stream().map(Endpoint::parse).toList();
        int at = all.indexOf(own);
        List<Endpoint> before = new ArrayList<>(at < 0 ? all : all.subList(0, at));
        List<Endpoint> after = at < 0 ? List.of() : all.subList(at + 1, all.size());
        return new RelayOrder(from.path(), before, after);
    }

    boolean isEmpty() {
        return before.isEmpty() && after.isEmpty();
    }

    /** The path of a file of the tree in the tree of another destination. */
    StorePath pathAt(Endpoint tree, StorePath atSource) {
        List<?> names = atSource.names();
        int above = root.names().size();
        StorePath below = new StorePath(atSource.names().subList(above, names.size()));
        return below.below(tree.path());
    }
}
