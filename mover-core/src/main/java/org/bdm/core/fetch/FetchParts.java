package org.bdm.core.fetch;

import org.bdm.core.id.JobId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.TransferOptions;

/**
 * Parts of a session. It opens and closes {@code source} and all that it gets from {@code stages}; the rest is lent.
 *
 * @param job names the work area
 * @param source not opened yet
 * @param store where files are placed; its work area of the job belongs to this session while it runs
 * @param stages what writes, hashes and finishes
 * @param options how files are moved
 * @param runtime threads, time and chance
 */
public record FetchParts(
        JobId job,
        BlockSource source,
        WritableStore store,
        DiskStages stages,
        TransferOptions options,
        FetchRuntime runtime) {}
