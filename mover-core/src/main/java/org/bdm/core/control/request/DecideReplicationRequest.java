package org.bdm.core.control.request;

import org.bdm.core.control.job.JobOptions;
import org.jspecify.annotations.Nullable;

/**
 * Decision about a request.
 *
 * @param remark for the requester, up to 2,000 characters; null for nothing
 * @param job of an approval: the job that does it, submitted before; null for none, or for one that is begun now
 * @param destination of an approval: endpoint of a directory at this site; a job that fetches what is asked for is submitted with the decision
 * @param options of that job; null means every default
 * @param offline as for any replica-set job; null means false
 * @param acceptIncomplete as for any replica-set job; null means false
 */
public record DecideReplicationRequest(
        @Nullable String remark,
        @Nullable String job,
        @Nullable String destination,
        @Nullable JobOptions options,
        @Nullable Boolean offline,
        @Nullable Boolean acceptIncomplete) {
    /** A decision that begins no job. */
    public DecideReplicationRequest(@Nullable String remark, @Nullable String job) {
        this(remark, job, null, null, null, null);
    }
}
