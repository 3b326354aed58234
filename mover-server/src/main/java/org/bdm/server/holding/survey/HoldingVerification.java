package org.bdm.server.holding.survey;

import java.time.Clock;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.holding.record.HeldPlace;
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
        this.check = new HoldingCheck(clock, bytes -> mayGoOn.getAsBoolean(), ranges);
    }

    void verify(HeldPlace place, Holding holding) {
        try {
            HoldingCheck.Result result = check.check(place, holding);
            Durable.await(records.record(List.of(result.notice())));
            if (!result.isRight()) log.found(FindingKind.DIFFERENT, holding, result.text());
            log.looked(result.notice().size());
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CANCELLED) throw e;
            log.found(HoldingCheck.isGone(e) ? FindingKind.MISSING : FindingKind.UNREADABLE, holding, e.sentence());
        }
    }
}
