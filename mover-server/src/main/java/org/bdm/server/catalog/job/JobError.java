package org.bdm.server.catalog.job;

import org.bdm.core.fault.ErrorCode;

/**
 * The number of files of a job that ended with one error.
 *
 * @param files FAILED ones; those that wait are not counted
 */
public record JobError(ErrorCode code, long files) {}
