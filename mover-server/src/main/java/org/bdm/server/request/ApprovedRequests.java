package org.bdm.server.request;

import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.request.Approval;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.Requests;
import org.bdm.server.dataset.draft.DraftEntries;
import org.bdm.server.job.submit.ReplicaJobs;

/** Makes jobs of requests that somebody approves. Blocks; any thread. */
public final class ApprovedRequests {
    private final Catalog catalog;
    private final ReplicaJobs jobs;

    ApprovedRequests(Catalog catalog, ReplicaJobs jobs) {
        this.catalog = catalog;
        this.jobs = jobs;
    }

    /**
     * Does what a request asks for: its job and its approval are there together, or neither is. Who approves owns the job.
     *
     * @param how where to, and with which options; says nothing of what
     */
    public JobId approve(ReplicationRequest request, SubmitJob how, Approval approval) {
        DraftEntries wanted = request.draft() == null
                ? DraftEntries.of(Wishes.entries(request.wish()))
                : DraftEntries.of(catalog, request.draft());
        return jobs.submit(
                how,
                wanted,
                approval.by(),
                reception ->
                        reception.finish(null, Requests.approving(approval)).job());
    }
}
