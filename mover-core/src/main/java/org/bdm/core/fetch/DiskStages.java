package org.bdm.core.fetch;

import java.util.function.Function;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.hasher.SessionHasher;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DurabilityListener;

/**
 * The stages that a session hands bytes to.
 *
 * @param writer makes the writer of this session's work area; the session closes it
 * @param hasher the session's part of that of the node; not closed
 * @param finisher makes the finisher of this session's store and work area; the session closes it
 */
public record DiskStages(
        Function<DurabilityListener, BlockWriter> writer,
        SessionHasher hasher,
        Function<FinishListener, FileFinisher> finisher) {}
