package org.bdm.server.catalog.job;

import org.bdm.core.fault.ErrorCode;

/**
 * The number of files of a job that ended with one error.
 *
 * @param files FAILED ones; those that wait are not counted
 */
public record JobError(ErrorCode code, long files) {
    /** True if what stands at the destination may be the only reason. */
    public boolean isOfPlace() {
        return code == ErrorCode.DESTINATION_EXISTS || code == ErrorCode.PATH_BLOCKED;
    }
}
