package org.bdm.server.job.limit;

import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Work that was done since the last look, over one link and for one job.
 *
 * @param job null for requests that are made for all jobs together
 * @param source name of a site or host of a data node; empty for a session that reads from many places
 * @param isWhole whether it counts for the job; what one place of a session moved is in the whole session, too
 */
public record Moved(@Nullable JobId job, String source, boolean isWhole, MovedAmount amount) {}
