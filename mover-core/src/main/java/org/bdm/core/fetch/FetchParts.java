package org.bdm.core.fetch;

import org.bdm.core.destination.Destination;
import org.bdm.core.hasher.SessionHasher;
import org.bdm.core.id.JobId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.transfer.TransferOptions;

/**
 * Parts of a session. It opens and closes {@code source}, and closes the writer and the finisher that it gets from {@code destination}; the rest is
 * lent.
 *
 * @param job whose files these are
 * @param source not opened yet
 * @param destination where files are put; what is unfinished of the job there belongs to this session while it runs
 * @param hasher the session's part of that of the node; not closed
 * @param options how files are moved
 * @param runtime threads, time and chance
 */
public record FetchParts(
        JobId job,
        BlockSource source,
        Destination destination,
        SessionHasher hasher,
        TransferOptions options,
        FetchRuntime runtime) {}
