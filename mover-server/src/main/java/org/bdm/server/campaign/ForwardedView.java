package org.bdm.server.campaign;

import org.bdm.core.control.job.JobView;
import org.jspecify.annotations.Nullable;

/**
 * A job of another site, as that site answered.
 *
 * @param etag of the job there; null from a site that gives none
 */
public record ForwardedView(JobView job, @Nullable String etag) {}
