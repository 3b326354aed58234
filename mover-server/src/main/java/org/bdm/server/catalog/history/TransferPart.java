package org.bdm.server.catalog.history;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of one node for one job from one source.
 *
 * @param source name of a site, or host of a data node
 * @param began its first session began
 * @param ended its last outcome was told
 * @param activeMillis time from the begin of a run to its last outcome, summed over runs
 * @param firstByteMillis from the begin of the first run to the first byte or outcome, as far as it was seen; null if it was not
 * @param streams most data streams at once
 * @param work files that are DONE, and their bytes
 * @param bytesChecked bytes that were read again, or compared with what is at the destination
 */
public record TransferPart(
        JobId job,
        String source,
        Instant began,
        Instant ended,
        long activeMillis,
        @Nullable Long firstByteMillis,
        int streams,
        SizedWork work,
        long bytesChecked) {}
