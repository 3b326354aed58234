package org.bdm.server.mirror;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.removal.Mirror;
import org.bdm.server.catalog.removal.OtherWriter;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plans of mirror jobs: begins them, makes them, and says when one may be applied. Removes nothing. Any thread that may block. */
public final class MirrorPlans {
    private static final Logger LOG = LoggerFactory.getLogger(MirrorPlans.class);
    private static final int AT_ONCE = 20;

    private final Catalog catalog;
    private final LocalExports exports;
    private final AskedStores stores;
    private final Duration validFor;
    private final int openMax;

    /**
     * With its parts.
     *
     * @param validFor how long a plan can be applied
     * @param openMax plans that may be made or applied at once
     */
    public MirrorPlans(Catalog catalog, LocalExports exports, AskedStores stores, Duration validFor, int openMax) {
        this.catalog = catalog;
        this.exports = exports;
        this.stores = stores;
        this.validFor = validFor;
        this.openMax = openMax;
    }

    /** Begins a plan for each mirror job that has succeeded here and has none; what cannot be begun now is begun by a later look. */
    public void begin() {
        for (Mirror mirror : catalog.mirrors().waiting(AT_ONCE)) {
            if (exports.isWritableElsewhereOnly(
                    Endpoint.parse(mirror.destination()).export())) continue;
            String owner = catalog.jobs()
                    .find(mirror.job())
                    .map(job -> job.request().owner())
                    .orElse("mirror");
            String why = "the source no longer has it: mirror " + mirror.job() + " to " + mirror.destination();
            try {
                Durable.await(catalog.mirrors().begin(mirror.job(), owner, why, validFor, openMax))
                        .ifPresent(plan -> LOG.info("purge-{} of {} is being made", plan.number(), mirror.job()));
            } catch (MoverException e) {
                if (e.code() != ErrorCode.TOO_MANY_REQUESTS) throw e;
                LOG.info("the plan of {} waits: {}", mirror.job(), e.detail());
                return;
            }
        }
    }

    /** Returns the export of a mirror plan, also before any file is in it. */
    public List<ExportName> exportsOf(PurgePlan plan) {
        return catalog.mirrors()
                .find(plan.mirrorJob())
                .map(mirror -> List.of(Endpoint.parse(mirror.destination()).export()))
                .orElse(List.of());
    }

    /** Makes a plan that is BUILDING. What only passes leaves it so, for a later try. */
    public void make(PurgePlan plan, BooleanSupplier mayGoOn) {
        Failure failure;
        try {
            new MirrorPlanning(catalog, exports, stores, plan, mayGoOn).run();
            return;
        } catch (MoverException e) {
            boolean isPassing = switch (e.code()) {
                case STOPPING, CATALOG_UNAVAILABLE, EXPORT_ELSEWHERE -> true;
                default -> false;
            };
            if (isPassing || !mayGoOn.getAsBoolean()) return;
            failure = new Failure(e);
        } catch (RuntimeException | Error e) {
            LOG.error("making purge-{} failed", plan.number(), e);
            failure =
                    new Failure(ErrorCode.INTERNAL, "a defect: " + e.getClass().getSimpleName());
        }
        Durable.await(catalog.mirrors().notMade(plan, failure));
    }

    /**
     * Refuses to restore or empty a plan that removed from a bucket: nothing of it is in a quarantine.
     *
     * @throws MoverException ILLEGAL_STATE
     */
    public void refuseOfBucket(long number) {
        PurgePlan plan = catalog.purges().find(number).orElse(null);
        if (plan == null || plan.note().isEmpty() || plan.quarantined().files() > 0) return;
        throw new MoverException(
                ErrorCode.ILLEGAL_STATE,
                "purge-" + number
                        + " is of a bucket, which has no quarantine: its objects are deleted when it is applied");
    }

    private String odd(PurgePlan plan) {
        if (mirrorless(plan)) return "";
        return catalog.mirrors().cautions(plan.number()).stream()
                .limit(3)
                .map(caution -> "; " + caution.text())
                .collect(Collectors.joining());
    }

    private static boolean mirrorless(PurgePlan plan) {
        PurgePlan.MirroredTree mirror = plan.mirror();
        return mirror == null || mirror.cautions() == 0;
    }

    /**
     * Refuses to begin to apply a mirror plan while another job writes to the same place, or without the number that a large one needs.
     *
     * @param confirmed what the person repeated; null for nothing
     * @throws MoverException INVALID_REQUEST; ILLEGAL_STATE
     */
    public void refuseUnlessConfirmed(PurgePlan plan, @Nullable Long confirmed) {
        if (plan.state() != PurgeState.OPEN) return; // it says so itself, or goes on
        PurgePlan.MirroredTree mirror = plan.mirror();
        long files = plan.amount().files();
        boolean isWrong = confirmed != null && confirmed != files;
        if (isWrong || (confirmed == null && plan.needsCount())) {
            String large = mirror != null && plan.takesMost()
                    ? ", of " + mirror.destinationFiles() + " at the destination"
                    : "";
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "purge-" + plan.number() + " removes " + files + (files == 1 ? " file" : " files") + large
                            + (isWrong ? ", not " + confirmed : "") + odd(plan)
                            + ": look at it, and repeat the number with --confirm-count " + files
                            + " (confirmCount in REST)");
        }
        if (mirror == null) return;
        Job job = catalog.jobs().find(mirror.job()).orElse(null);
        if (job == null || job.request().destination() == null) return; // each file is kept then, and says why
        OtherWriter open = new OtherWriters(
                        catalog, job, Endpoint.parse(job.request().destination()))
                .open()
                .orElse(null);
        if (open == null) return;
        throw new MoverException(
                ErrorCode.ILLEGAL_STATE,
                open.job() + " writes to the same place and is " + open.state() + ": apply purge-" + plan.number()
                        + " when it has ended");
    }
}
