package org.bdm.server.catalog.removal;

import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Another job that writes to the export of a mirror.
 *
 * @param destination endpoint of all that it writes; null for a list
 */
public record OtherWriter(
        JobId job, JobState state, @Nullable String destination) {}
