package org.bdm.server.catalog.history;

import java.time.Instant;
import org.bdm.core.id.JobId;

/**
 * The times of a job that ended by itself.
 *
 * @param started its listing began
 * @param filesListed files that the listing found, those that were there already included
 * @param listingMillis its listings ran
 * @param predictedMillis what an estimate said of the same work, without this job: its middle before quantiles are corrected
 */
public record JobTiming(
        JobId job, Instant started, Instant ended, long filesListed, long listingMillis, long predictedMillis) {}
