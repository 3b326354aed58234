package org.bdm.server.mirror;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.site.access.LocalExports;

/** Moves the files of a mirror plan back from the quarantine, or deletes them there; a second run ends what a first one began. Belongs to one thread. */
public final class QuarantinedPlan {
    private static final int GROUP_MAX = 200;

    private final Catalog catalog;
    private final LocalExports exports;
    private final PurgePlan plan;
    private final BooleanSupplier mayGoOn;

    /**
     * Of a plan that is RESTORING or EMPTYING.
     *
     * @param mayGoOn asked before each group; false stops with STOPPING
     */
    public QuarantinedPlan(Catalog catalog, LocalExports exports, PurgePlan plan, BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.exports = exports;
        this.plan = plan;
        this.mayGoOn = mayGoOn;
    }

    /** Ends every file that is in the quarantine. STOPPING; what the export says if it is not there. */
    public void run() {
        long after = 0;
        List<PurgeFile> page = catalog.purges().files(plan.number(), after, GROUP_MAX);
        while (!page.isEmpty()) {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the server is stopping");
            List<PurgeFile> there = page.stream()
                    .filter(file -> file.outcome() == PurgeOutcome.QUARANTINED)
                    .toList();
            if (!there.isEmpty()) Durable.await(catalog.mirrors().moved(plan.number(), ended(there)));
            after = page.get(page.size() - 1).number();
            page = catalog.purges().files(plan.number(), after, GROUP_MAX);
        }
        Durable.await(catalog.mirrors().taken(plan));
    }

    private List<PurgeFile> ended(List<PurgeFile> files) {
        MirrorGroup group = new MirrorGroup(exports.writable(files.get(0).export()), plan, never -> false);
        return plan.state() == PurgeState.RESTORING ? group.restored(files) : group.emptied(files);
    }
}
