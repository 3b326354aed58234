package org.bdm.core.finish;

import org.bdm.core.store.PlaceMode;
import org.jspecify.annotations.Nullable;

/**
 * Options for finishing the files of a job.
 *
 * @param readBack whether every file is read again after its force, past the page cache where the store can
 * @param placeMode REPLACE only if the job asked for overwriting
 * @param directoryMode permission bits of new directories
 * @param clearing takes away what is at the place of a file; null: such a file is not placed, or replaces it, as {@code placeMode} says
 */
public record FinishOptions(
        boolean readBack,
        PlaceMode placeMode,
        int directoryMode,
        @Nullable PlaceClearing clearing) {
    /** Without clearing places. */
    public FinishOptions(boolean readBack, PlaceMode placeMode, int directoryMode) {
        this(readBack, placeMode, directoryMode, null);
    }
}
