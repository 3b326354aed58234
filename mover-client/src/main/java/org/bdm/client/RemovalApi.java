package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.holding.ApplyPurge;
import org.bdm.core.control.holding.CreatePurge;
import org.bdm.core.control.holding.ForgetHoldings;
import org.bdm.core.control.holding.ForgottenHoldings;
import org.bdm.core.control.holding.PurgeDatasetView;
import org.bdm.core.control.holding.PurgeFileView;
import org.bdm.core.control.holding.PurgeView;
import org.bdm.core.control.holding.QuarantinedFileView;
import org.bdm.core.control.holding.RestoreDataset;
import org.bdm.core.control.holding.RestoredDataset;
import org.jspecify.annotations.Nullable;

/** The routes about plans of removal and the quarantine of one control plane; errors as in {@link MoverApi}. */
public final class RemovalApi {
    private final RestConnection rest;

    RemovalApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Begins to make a plan; ask {@link #purge} until it is no longer BUILDING. */
    public PurgeView startPurge(CreatePurge wish) {
        return rest.send("POST", RestPath.of("/purges"), wish, Json.type(PurgeView.class));
    }

    /** The newest first. */
    public Iterator<PurgeView> purges() {
        return PageWalk.of(rest, RestPath.of("/purges"), PurgeView.class);
    }

    public PurgeView purge(String id) {
        return rest.get(RestPath.of("/purges/{}", id), Json.type(PurgeView.class));
    }

    public Iterator<PurgeDatasetView> purgeDatasets(String id) {
        return PageWalk.of(rest, RestPath.of("/purges/{}/datasets", id), PurgeDatasetView.class);
    }

    public Iterator<PurgeFileView> purgeFiles(String id) {
        return PageWalk.of(rest, RestPath.of("/purges/{}/files", id), PurgeFileView.class);
    }

    /** {@code verb} is discard, restore or empty; of the last two ask {@link #purge} until it is RESTORED or EMPTIED. */
    public PurgeView steerPurge(String id, String verb) {
        return rest.send("POST", RestPath.of("/purges/{}/" + verb, id), null, Json.type(PurgeView.class));
    }

    /** Begins to apply a plan, with the number of its files if the person repeated it; ask {@link #purge} until it is APPLIED. */
    public PurgeView applyPurge(String id, @Nullable Long confirmCount) {
        ApplyPurge wish = confirmCount == null ? null : new ApplyPurge(confirmCount);
        return rest.send("POST", RestPath.of("/purges/{}/apply", id), wish, Json.type(PurgeView.class));
    }

    public Iterator<QuarantinedFileView> quarantine() {
        return PageWalk.of(rest, RestPath.of("/quarantine"), QuarantinedFileView.class);
    }

    public RestoredDataset restore(String dataset) {
        return rest.send(
                "POST",
                RestPath.of("/quarantine/restorations"),
                new RestoreDataset(dataset),
                Json.type(RestoredDataset.class));
    }

    /** Counts, or forgets, one step of holdings. */
    public ForgottenHoldings forget(ForgetHoldings wish) {
        return rest.send("POST", RestPath.of("/holdings/forgotten"), wish, Json.type(ForgottenHoldings.class));
    }
}
