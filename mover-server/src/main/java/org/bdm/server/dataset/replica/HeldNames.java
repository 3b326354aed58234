package org.bdm.server.dataset.replica;

import java.util.HashSet;
import java.util.Set;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;

/** Names of the files of a dataset version that can be used at this site. */
public final class HeldNames {
    private HeldNames() {}

    /** Returns them, whichever export they are in. Blocks. */
    public static Set<String> of(Catalog catalog, String instanceId) {
        Set<String> names = new HashSet<>();
        String cursor = null;
        do {
            HoldingQuery query = new HoldingQuery(instanceId, null, null, StorePath.ROOT, cursor, RowPage.ROWS_MAX);
            RowPage<Holding> page = catalog.holdings().page(query);
            for (Holding holding : page.rows()) {
                if (holding.state().isUsable()) names.add(holding.path().name().shown());
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return names;
    }
}
