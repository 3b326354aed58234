package org.bdm.server.upkeep;

import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/** Looks whether the files of the version that took the place of another are on disk as they were verified; reads no data. */
final class SuccessorLook {
    private final Catalog catalog;
    private final LocalExports exports;

    SuccessorLook(Catalog catalog, LocalExports exports) {
        this.catalog = catalog;
        this.exports = exports;
    }

    /** Returns what is wrong with it; empty if nothing is. */
    Optional<String> wrongWith(String instanceId) {
        @Nullable String cursor = null;
        do {
            RowPage<Holding> page = catalog.holdings()
                    .page(new HoldingQuery(instanceId, null, null, StorePath.ROOT, cursor, RowPage.ROWS_MAX));
            for (Holding holding : page.rows()) {
                if (isAsVerified(holding)) continue;
                return Optional.of("of the newer version, " + holding.export() + holding.path()
                        + " is not on disk as it was verified: run 'verify " + instanceId + "'");
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return Optional.empty();
    }

    /** Times of a bucket are of whole seconds and prove nothing: there the ETag of the bytes that were verified has to be the same. */
    private boolean isSameObject(long inode, Holding holding) {
        if (!(exports.find(holding.export()).store() instanceof ObjectStore)) return true;
        return holding.inode() != 0 && inode == holding.inode();
    }

    private boolean isAsVerified(Holding holding) {
        try {
            FollowingStore store =
                    new FollowingStore(exports.find(holding.export()).store(), anywhere -> true);
            Optional<FileStatus> status = store.status(holding.path());
            return status.isPresent()
                    && isSameObject(status.get().version().inode(), holding)
                    && status.get().version().size() == holding.size()
                    && status.get().version().modified().equals(holding.modified());
        } catch (MoverException e) {
            return false; // whatever it is, it cannot be read
        }
    }
}
