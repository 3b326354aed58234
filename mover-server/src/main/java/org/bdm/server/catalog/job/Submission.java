package org.bdm.server.catalog.job;

import org.bdm.core.id.JobId;

/**
 * The answer to a submission: durable when it is given.
 *
 * @param job the job
 * @param isRepeated whether it was there already under the same idempotency key and body
 */
public record Submission(JobId job, boolean isRepeated) {}
