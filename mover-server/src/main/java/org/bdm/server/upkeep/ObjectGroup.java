package org.bdm.server.upkeep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.job.bucket.PlannedRemovals;
import org.jspecify.annotations.Nullable;

/** Deletes, or keeps, some objects of one dataset in one bucket. Nothing is renamed there, and no link leads to another object. */
final class ObjectGroup implements DatasetRemoval {
    private final Catalog catalog;
    private final PlannedRemovals removals;

    ObjectGroup(Catalog catalog, PlannedRemovals removals) {
        this.catalog = catalog;
        this.removals = removals;
    }

    @Override
    public List<PurgeFile> kept(List<PurgeFile> files, String why) {
        return files.stream().map(file -> file.ended(PurgeOutcome.KEPT, why)).toList();
    }

    @Override
    public List<PurgeFile> removed(List<PurgeFile> files, @Nullable HoldingState state) {
        List<StorePath> paths = files.stream().map(PurgeFile::path).toList();
        Map<StorePath, Holding> holdings = catalog.holdings().find(files.get(0).export(), paths);
        Map<Long, PurgeFile> ended = new HashMap<>();
        List<PurgeFile> meant = new ArrayList<>();
        for (PurgeFile file : files) {
            String why = DatasetRemoval.reasonToKeep(file, holdings.get(file.path()), state);
            if (why == null) meant.add(file);
            else ended.put(file.number(), file.ended(PurgeOutcome.KEPT, why));
        }
        if (!meant.isEmpty()) removals.removed(meant).forEach(file -> ended.put(file.number(), file));
        return List.copyOf(ended.values());
    }

    /** It is done: {@link #removed} deletes. */
    @Override
    public void deleteTaken() {}
}
