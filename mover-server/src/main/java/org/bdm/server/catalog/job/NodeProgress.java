package org.bdm.server.catalog.job;

import org.bdm.core.id.JobId;

/**
 * The work of one node on one job now, beyond what the catalog knows of ended files.
 *
 * @param filesPerSecond files ended over the last seconds
 * @param bytesMoved of files that have not ended
 * @param bytesDurable of them on stable storage
 * @param limitedBy the stage that limits; empty if nothing is known
 */
public record NodeProgress(
        JobId job,
        int filesActive,
        int filesVerifying,
        long bytesPerSecond,
        double filesPerSecond,
        int streams,
        long bytesMoved,
        long bytesDurable,
        String limitedBy) {}
