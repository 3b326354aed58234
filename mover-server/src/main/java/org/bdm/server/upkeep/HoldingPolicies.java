package org.bdm.server.upkeep;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.MarkTreatment;
import org.bdm.server.site.access.LocalExports;

/**
 * Does what the policy says with the files of datasets whose mark came into force, takes it back when the mark is lifted, and proposes for
 * removal what is listed. Removes nothing. One call at a time; blocks as long as the disk does.
 */
public final class HoldingPolicies {
    private static final String OWNER = "policy";
    private static final int MARKS_AT_ONCE = 1_000;
    private static final int DECIDED_AT_ONCE = 100;
    private static final PurgeQuestion LISTED = new PurgeQuestion(List.of(), null, null, null, false, true);

    private final Catalog catalog;
    private final PolicyChoice choice;
    private final Purging purging;
    private final QuarantineMoves moves;
    private boolean isDecidedAnew; // guarded by this
    private boolean isLeftToOthers; // guarded by this

    /** With its parts. */
    public HoldingPolicies(Catalog catalog, LocalExports exports, PolicyChoice choice, Purging purging) {
        this.catalog = catalog;
        this.choice = choice;
        this.purging = purging;
        this.moves = new QuarantineMoves(catalog, exports);
    }

    /**
     * One pass over all marks. What fails for one dataset is an event of the site, and is tried again with the next pass.
     *
     * @return whether something is left to nodes that have other exports
     */
    public synchronized boolean pass() {
        isLeftToOthers = false;
        decideAnew();
        restoreLifted();
        boolean isNewListed = false;
        List<DatasetMark> marks = catalog.marks().after(0, MARKS_AT_ONCE);
        while (!marks.isEmpty()) {
            for (DatasetMark mark : marks) {
                if (mark.isInForce()) isNewListed |= treat(mark);
            }
            marks = catalog.marks().after(marks.get(marks.size() - 1).dataset(), MARKS_AT_ONCE);
        }
        if (isNewListed) Durable.await(purging.plan(OWNER, LISTED));
        return isLeftToOthers;
    }

    /** Once in the life of a process: an older program may have marked by other rules. */
    private void decideAnew() {
        if (isDecidedAnew) return;
        List<DatasetMark> marks = catalog.marks().after(0, DECIDED_AT_ONCE);
        while (!marks.isEmpty()) {
            Durable.await(catalog.marks().decideAnew(marks));
            marks = catalog.marks().after(marks.get(marks.size() - 1).dataset(), DECIDED_AT_ONCE);
        }
        isDecidedAnew = true;
    }

    /** True if the dataset is listed and in no plan. */
    private boolean treat(DatasetMark mark) {
        if (mark.treatment() == MarkTreatment.LISTED) return !catalog.purges().isProposed(mark.instanceId());
        if (mark.treatment() != MarkTreatment.NONE) return false;
        return switch (choice.of(mark)) {
            case KEEP -> false;
            case LIST -> {
                Durable.await(catalog.marks().treat(mark.dataset(), MarkTreatment.LISTED));
                yield !catalog.purges().isProposed(mark.instanceId());
            }
            case QUARANTINE -> {
                if (!moves.isHere(mark)) {
                    isLeftToOthers = true;
                    yield false;
                }
                QuarantineMoves.Moved moved = moves.keep(mark);
                Durable.await(catalog.marks().treat(mark.dataset(), MarkTreatment.QUARANTINED));
                tell("DATASET_QUARANTINED", mark.instanceId(), moved, "into the quarantine");
                yield false;
            }
        };
    }

    private void tell(String code, String instanceId, QuarantineMoves.Moved moved, String where) {
        String staying = moved.staying() == 0 ? "" : "; " + moved.staying() + " stay: " + moved.reason();
        String text = instanceId + ": " + moved.files() + " files moved " + where + staying;
        Durable.await(catalog.events().add(null, code, text, "{}"));
    }

    private void restoreLifted() {
        Map<Long, String> datasets = catalog.keptHoldings().lifted(0, MARKS_AT_ONCE);
        while (!datasets.isEmpty()) {
            datasets.forEach(this::restoreIfHere);
            datasets = catalog.keptHoldings().lifted(Collections.max(datasets.keySet()), MARKS_AT_ONCE);
        }
    }

    private void restoreIfHere(long dataset, String instanceId) {
        if (moves.isHere(dataset)) restore(dataset, instanceId);
        else isLeftToOthers = true;
    }

    private QuarantineMoves.Moved restore(long dataset, String instanceId) {
        QuarantineMoves.Moved moved = moves.restore(dataset);
        if (moved.files() > 0) tell("DATASET_RESTORED", instanceId, moved, "back from the quarantine");
        return moved;
    }

    private Optional<DatasetMark> mark(String instanceId) {
        return Optional.ofNullable(catalog.marks().find(List.of(instanceId)).get(instanceId.toLowerCase(Locale.ROOT)));
    }

    /**
     * Moves the files of a dataset back, as a person wants; no policy moves them again while the mark stays.
     *
     * @return how many files came back
     * @throws MoverException EXPORT_ELSEWHERE; NOT_FOUND if nothing of it is in the quarantine; ILLEGAL_STATE if some files cannot come back, with the reason
     */
    public synchronized int restore(String instanceId) {
        DatasetMark mark = mark(instanceId)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.NOT_FOUND, "nothing of '" + instanceId + "' is in the quarantine"));
        if (catalog.keptHoldings().ofDataset(mark.dataset(), 0, 1).isEmpty()) {
            throw new MoverException(ErrorCode.NOT_FOUND, "nothing of '" + instanceId + "' is in the quarantine");
        }
        moves.requireHere(mark.dataset());
        QuarantineMoves.Moved moved = restore(mark.dataset(), mark.instanceId());
        if (moved.staying() > 0) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    moved.files() + " files came back, " + moved.staying() + " did not: " + moved.reason());
        }
        Durable.await(catalog.marks().treat(mark.dataset(), MarkTreatment.RESTORED));
        return moved.files();
    }
}
