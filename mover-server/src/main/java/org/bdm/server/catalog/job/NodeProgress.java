package org.bdm.server.catalog.job;

import java.util.List;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.id.JobId;

/**
 * The work of one node on one job now, beyond what the catalog knows of ended files.
 *
 * @param node number of the node
 * @param filesPerSecond files ended over the last seconds
 * @param bytes of files that have not ended
 * @param limitedBy the stage that limits; empty if nothing is known
 * @param limit the same with its numbers
 * @param stages each once, in the order of the bytes
 * @param files under way; at most {@value #FILES_MAX} are told
 */
public record NodeProgress(
        long node,
        JobId job,
        int filesActive,
        int filesVerifying,
        long bytesPerSecond,
        double filesPerSecond,
        int streams,
        BytesUnderWay bytes,
        String limitedBy,
        String limit,
        List<StageLoad> stages,
        List<FileUnderWay> files) {
    /** Files that a node tells of each job, so that its row stays small. */
    public static final int FILES_MAX = 500;

    /** Copies the lists. */
    public NodeProgress {
        stages = List.copyOf(stages);
        files = List.copyOf(files);
    }
}
