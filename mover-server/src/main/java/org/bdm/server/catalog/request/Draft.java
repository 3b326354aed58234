package org.bdm.server.catalog.request;

import java.time.Instant;

/**
 * An imported list that waits to become a job.
 *
 * @param label what its owner calls it; empty if nothing
 */
public record Draft(long number, String owner, String label, Instant createdAt, DraftContent content) {}
