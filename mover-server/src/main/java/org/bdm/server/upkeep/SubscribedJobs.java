package org.bdm.server.upkeep;

import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.discovery.index.Selection;

/** Makes of what a subscription found what a person would have asked for; the doors know how. Blocks; any thread. */
public interface SubscribedJobs {
    /** Returns the selection to ask the indexes for. */
    Selection selection(Subscription subscription);

    /** True if a dataset is replicated although an index did not answer in full. */
    boolean acceptsIncomplete(Subscription subscription);

    /**
     * Makes a replica-set job of these datasets from what is stored of them; asks no index. The same key gives the same job.
     *
     * @throws org.bdm.core.fault.MoverException as a submission
     */
    JobId submit(Subscription subscription, List<String> datasets, String key);

    /** The request for these datasets, to be kept. */
    ReplicationRequest request(Subscription subscription, List<String> datasets);
}
