package org.bdm.server.catalog.file;

import java.time.Instant;
import org.bdm.core.id.JobId;

/**
 * The right to list one job until a time.
 *
 * @param number grows with every lease
 */
public record ListingLease(JobId job, int number, Instant until) {}
