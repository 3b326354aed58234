package org.bdm.server.job.progress;

import java.util.List;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;

/**
 * The work of one node on one job.
 *
 * @param node number of the node
 * @param stages each once, in the order of the bytes
 * @param files under way; of another node not more than it tells
 */
public record NodeWork(long node, LiveJob work, List<StageLoad> stages, List<FileUnderWay> files) {
    /** Copies the lists. */
    public NodeWork {
        stages = List.copyOf(stages);
        files = List.copyOf(files);
    }

    static NodeWork of(long node, LiveWork work) {
        return new NodeWork(node, work.look(), work.stages(), work.files());
    }
}
