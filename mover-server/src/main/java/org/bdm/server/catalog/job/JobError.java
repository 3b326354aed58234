package org.bdm.server.catalog.job;

import org.bdm.core.fault.ErrorCode;

/**
 * How many files of a job ended with one error.
 *
 * @param files FAILED ones; those that wait are not counted
 */
public record JobError(ErrorCode code, long files) {}
