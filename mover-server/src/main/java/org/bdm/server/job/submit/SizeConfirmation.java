package org.bdm.server.job.submit;

import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.dataset.replica.SizeLimits;
import org.jspecify.annotations.Nullable;

/**
 * The consent to the size of what a query finds: a person who types a query does not see it. Datasets that are named, and drafts, need none.
 *
 * @param limits beyond which a query needs consent; null where none is needed
 * @param confirmBytes as the message says it; null for nothing
 */
record SizeConfirmation(
        @Nullable SizeLimits limits, @Nullable Long confirmBytes) {
    static SizeConfirmation of(SubmitJob job, SizeLimits limits) {
        boolean isNeeded = job.query() != null && !Boolean.TRUE.equals(job.yes());
        return new SizeConfirmation(isNeeded ? limits : null, job.confirmBytes());
    }

    /** INVALID_REQUEST for more than was consented to. */
    void require(long files, long bytes) {
        boolean isMissing = limits != null
                && limits.areExceededBy(bytes, files)
                && !Long.valueOf(bytes).equals(confirmBytes);
        if (!isMissing) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "the query finds " + files + " files and " + bytes
                        + " bytes, more than this site takes unconfirmed: give confirmBytes " + bytes
                        + " (--confirm), or yes");
    }
}
