package org.bdm.core.finish;

import org.bdm.core.store.PlaceMode;

/**
 * Options for finishing the files of a job.
 *
 * @param readBack whether every file is read again after its force, past the page cache where the store can
 * @param placeMode REPLACE only if the job asked for overwriting
 * @param directoryMode permission bits of new directories
 */
public record FinishOptions(boolean readBack, PlaceMode placeMode, int directoryMode) {}
