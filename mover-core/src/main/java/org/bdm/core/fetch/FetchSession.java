package org.bdm.core.fetch;

import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.TransferChunk;

/**
 * The running transfer of one job from one source export into one destination export, on one node. Chunks are added while it runs, so that
 * requests always go ahead of the data. Any thread; calls post to the session's loop.
 */
public interface FetchSession {
    /** Adds a chunk. The journal of an earlier run, if there is one, tells which ranges are durable. */
    void add(TransferChunk chunk);

    /** The outcomes of an ended chunk are on stable storage with the owner: its journal is deleted, unless files of it wait. */
    void forget(int chunk);

    /**
     * The source is lost for good: every file that still needs it fails with this reason, also those of chunks that are added later, which
     * are asked for as before.
     */
    void refuse(MoverException reason);

    /** Bytes a second over all streams; 0 is no limit. */
    void limitRate(long bytesPerSecondMax);

    /** Files asked for or being finished at once; 0 is no limit. Files that are under way are finished. */
    void limitFiles(int filesMax);

    /** Returns a snapshot of the session's progress. */
    FetchProgress progress();

    /**
     * Stops wanting, makes what has arrived durable and marked, closes the source. Completes when nothing of this session touches disk or
     * network any more; files that have not ended are simply not told.
     */
    CompletionStage<Void> stop();

    /**
     * As {@link #stop}, then deletes the work area of the job in this export: temporary files and journals, of other sessions too. For a job
     * that is cancelled, and for one that has ended.
     */
    CompletionStage<Void> discard();
}
