package org.bdm.server.upkeep;

import java.time.Instant;
import java.util.List;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.removal.PurgeFile;
import org.jspecify.annotations.Nullable;

/** Removes, or keeps, some files of one dataset in one export; used once. */
interface DatasetRemoval {
    /** None of them is removed; what a run before took is put back. */
    List<PurgeFile> kept(List<PurgeFile> files, String why);

    /**
     * Takes each that is as it was when the plan was made; what was taken is on stable storage as such when this returns.
     *
     * @param state that their holdings must have; null for any sound one
     */
    List<PurgeFile> removed(List<PurgeFile> files, @Nullable HoldingState state);

    /** Ends what {@link #removed} began, once it is written. */
    void deleteTaken();

    /** Returns what the catalog says against the removal of a file; null if nothing does. */
    static @Nullable String reasonToKeep(PurgeFile file, @Nullable Holding holding, @Nullable HoldingState state) {
        if (holding == null) return "is no longer a holding";
        if (state == null ? !holding.state().isSound() : holding.state() != state)
            return "its state is " + holding.state() + " now";
        return isSame(file, holding.size(), holding.modified())
                ? null
                : "was found with another size or time since the plan was made";
    }

    /** True if the file had this size and time when the plan was made. */
    static boolean isSame(PurgeFile file, long size, Instant modified) {
        return file.size() == size && file.modified().equals(modified);
    }
}
