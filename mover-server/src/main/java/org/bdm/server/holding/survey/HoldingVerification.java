package org.bdm.server.holding.survey;

import java.time.Clock;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FollowingStore;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;

/** Checks holdings for a survey: records what they are, and tells what is wrong. Belongs to one thread, on which it reads and computes. */
final class HoldingVerification {
    private final HoldingRecords records;
    private final SurveyLog log;
    private final HoldingCheck check;

    HoldingVerification(
            HoldingRecords records,
            SurveyLog log,
            Clock clock,
            BooleanSupplier mayGoOn,
            HoldingCheck.KnownRanges ranges) {
        this.records = records;
        this.log = log;
        this.check = new HoldingCheck(clock, bytes -> goesOn(log, bytes, mayGoOn), ranges);
    }

    private static boolean goesOn(SurveyLog log, long bytes, BooleanSupplier mayGoOn) {
        log.reading(bytes);
        return mayGoOn.getAsBoolean();
    }

    /**
     * Verifies a file.
     *
     * @param isOfJob whether the holding is what a job says, and to be kept if nothing is held there
     */
    void verify(HeldPlace place, Holding holding, boolean isOfJob) {
        try {
            HoldingCheck.Result result = check.check(place, holding);
            HoldingNotice.Cause cause = log.cause();
            if (isOfJob) cause = new HoldingNotice.Cause(cause.by(), cause.reason(), holding);
            Durable.await(records.record(List.of(result.notice().by(cause))));
            if (!result.isRight()) log.found(FindingKind.DIFFERENT, holding, result.text());
            log.looked(result.notice().size());
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CANCELLED) throw e;
            log.abandoned();
            boolean isOtherThere = !HoldingCheck.isGone(e) && isOtherThere(place, holding);
            if (isOtherThere || HoldingCheck.isGone(e))
                Durable.await(
                        records.record(List.of(MissingHoldings.gone(log, place.export(), holding, isOtherThere))));
            else unreadable(holding, e);
        }
    }

    /** A file that was replaced as it was read can be read again. */
    private void unreadable(Holding holding, MoverException error) {
        String why = HeldError.sentence(error);
        log.found(FindingKind.UNREADABLE, holding, why);
        if (error.code() == ErrorCode.SOURCE_CHANGED) return;
        Durable.await(records.record(List.of(HoldingNotice.unreadable(holding, why, log.cause()))));
    }

    /** True if a directory, or something else that has no bytes, is at the place of the file. */
    private static boolean isOtherThere(HeldPlace place, Holding holding) {
        try {
            return new FollowingStore(place.store(), anywhere -> true)
                    .status(holding.path())
                    .filter(status -> status.kind() != FileKind.FILE)
                    .isPresent();
        } catch (MoverException e) {
            return false; // what cannot be looked at cannot be read either
        }
    }
}
