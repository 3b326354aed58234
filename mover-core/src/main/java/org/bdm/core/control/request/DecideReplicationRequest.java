package org.bdm.core.control.request;

import org.bdm.core.control.job.JobOptions;
import org.jspecify.annotations.Nullable;

/**
 * A decision about a request.
 *
 * @param remark For the requester, at most 2,000 characters; null for nothing. Such as {@code fine}.
 * @param job Of an approval: id of the job that does it, submitted before; null for none, or for one that begins now. Such as {@code
 * job-7}.
 * @param destination Of an approval: endpoint of a directory at this site; a job that fetches what is asked for is submitted with the
 * decision. Null for none. Such as {@code bdm://south/in}.
 * @param options Options of that job; null: every option has its default.
 * @param offline For that job: use what is stored, and ask no index; null means false.
 * @param acceptIncomplete For that job: continue although an index did not answer in full; null means false.
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
