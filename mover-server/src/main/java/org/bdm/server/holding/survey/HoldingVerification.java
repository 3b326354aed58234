package org.bdm.server.holding.survey;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
import org.bdm.server.site.access.LocalExports;

/**
 * Checks holdings for a survey: records what they are, and tells what is wrong. Files are read ahead, and what they are is written for up to
 * {@value #TOGETHER_MAX} together, while the next are judged: a transaction for each costs more than reading a small file. Belongs to one thread.
 */
final class HoldingVerification implements AutoCloseable {
    private static final int TOGETHER_MAX = 500;
    private static final Duration TOGETHER_FOR = Duration.ofSeconds(1);

    private final HoldingRecords records;
    private final SurveyLog log;
    private final ChecksAhead checks;
    private final LocalExports exports;
    private final OfflineHeld offline = new OfflineHeld();
    private final List<Asked> asked =
            new ArrayList<>(); // files of exports with an HSM, which is asked about many at once
    private final List<HoldingRecords.Look> looks = new ArrayList<>(); // wait to be written, as those below
    private final List<HoldingNotice> ofJobs = new ArrayList<>();
    private Instant writtenAt = Instant.EPOCH;
    private CompletableFuture<?> written = CompletableFuture.completedFuture(null);

    /** A file that is to be verified. */
    private record Asked(HeldPlace place, Holding holding, boolean isOfJob) {}

    HoldingVerification(HoldingRecords records, SurveyLog log, ChecksAhead checks, LocalExports exports) {
        this.exports = exports;
        this.records = records;
        this.log = log;
        this.checks = checks;
    }

    /**
     * Verifies a file; what it is may be told and recorded with a later one, at the {@link #end} at the latest.
     *
     * @param isOfJob whether the holding is what a job says, and to be kept if nothing is held there
     */
    void verify(HeldPlace place, Holding holding, boolean isOfJob) {
        if (!place.store().mayHaveOffline()) {
            check(place, holding, isOfJob);
            return;
        }
        asked.add(new Asked(place, holding, isOfJob));
        if (asked.size() == TOGETHER_MAX) checkAsked();
    }

    /** Checks those that are on disk, and passes over the others. */
    private void checkAsked() {
        Set<Holding> away = offline.among(asked.stream().map(Asked::holding).toList(), exports);
        for (Asked each : asked) {
            if (away.contains(each.holding())) offline.passOver(each.place(), each.holding());
            else check(each.place(), each.holding(), each.isOfJob());
        }
        asked.clear();
    }

    private void check(HeldPlace place, Holding holding, boolean isOfJob) {
        while (checks.isFullFor(holding.size())) judgeNext();
        checks.add(place, holding, isOfJob);
    }

    /** Waits until everything that was to be verified is, and is on stable storage. */
    void end() {
        checkAsked();
        while (!checks.isEmpty()) judgeNext();
        for (OfflineHeld.Counted each : offline.taken()) log.found(FindingKind.OFFLINE, each.first(), each.text());
        write();
        Durable.await(written);
    }

    private void judgeNext() {
        ChecksAhead.Ahead file = checks.next(log::reading);
        try {
            HoldingCheck.Result result = file.result();
            HoldingNotice.Cause cause = log.cause();
            if (file.isOfJob()) cause = new HoldingNotice.Cause(cause.by(), cause.reason(), file.holding());
            record(file, result.notice().by(cause));
            if (!result.isRight()) log.found(FindingKind.DIFFERENT, file.holding(), result.text());
            log.looked(result.notice().size());
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CANCELLED) throw e;
            if (e.code() == ErrorCode.BEING_STAGED) offline.passOver(file.place(), file.holding());
            else notRead(file, e);
        }
    }

    private void notRead(ChecksAhead.Ahead file, MoverException error) {
        HeldPlace place = file.place();
        Holding holding = file.holding();
        boolean isGone = HoldingCheck.isGone(error);
        boolean isOtherThere = !isGone && isOtherThere(place, holding);
        if (isGone || isOtherThere) record(file, MissingHoldings.gone(log, place.export(), holding, isOtherThere));
        else unreadable(file, error);
    }

    /** A file that was replaced as it was read can be read again. */
    private void unreadable(ChecksAhead.Ahead file, MoverException error) {
        Holding holding = file.holding();
        String why = HeldError.sentence(error);
        log.found(FindingKind.UNREADABLE, holding, why);
        if (error.code() == ErrorCode.SOURCE_CHANGED) return;
        record(file, HoldingNotice.unreadable(holding, why, log.cause()));
    }

    private void record(ChecksAhead.Ahead file, HoldingNotice notice) {
        if (file.isOfJob()) ofJobs.add(notice);
        else looks.add(new HoldingRecords.Look(file.holding(), notice));
        Instant now = log.now();
        boolean isDue = looks.size() + ofJobs.size() == TOGETHER_MAX || !now.isBefore(writtenAt.plus(TOGETHER_FOR));
        if (isDue) write();
    }

    /** One group is on its way while the next is judged. */
    private void write() {
        Durable.await(written);
        written = CompletableFuture.allOf(records.recordLooks(looks), records.record(ofJobs));
        looks.clear();
        ofJobs.clear();
        writtenAt = log.now();
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

    /** Stops the reading, if it has not ended; what was judged is recorded. */
    @Override
    public void close() {
        checks.close();
        write();
        Durable.await(written);
    }
}
