package org.bdm.server.holding.survey;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingNotice;

/** Counts what a survey looks at and writes what it finds, group by group. Belongs to the thread of the survey. */
final class SurveyLog {
    private static final int GROUP_MAX = 500;
    private static final int FINDINGS_MAX = 1_000_000;
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(2);

    private final Catalog catalog;
    private final long survey;
    private final Clock clock;
    private final List<Finding> waiting = new ArrayList<>();
    private CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
    private long files;
    private long bytes;
    private long findings;
    private long bytesBeingRead; // of files that are looked at now
    private Instant writtenAt;

    SurveyLog(Catalog catalog, long survey, Clock clock) {
        this.catalog = catalog;
        this.survey = survey;
        this.clock = clock;
        this.writtenAt = clock.instant();
    }

    /** The survey, as a cause of what it records. */
    HoldingNotice.Cause cause() {
        return HoldingNotice.Cause.of("survey-" + survey);
    }

    void looked(long size) {
        files++;
        bytes = ByteTotal.plus(bytes, size);
        bytesBeingRead = Math.max(0, bytesBeingRead - size);
        if (files % GROUP_MAX == 0 || isDue()) write();
    }

    /** Bytes that were read so far of files that were not looked at to their end: a large one takes minutes. */
    void reading(long read) {
        bytesBeingRead = read;
        if (isDue()) write();
    }

    /** The time by the clock of the survey. */
    Instant now() {
        return clock.instant();
    }

    private boolean isDue() {
        return !clock.instant().isBefore(writtenAt.plus(BETWEEN_REPORTS));
    }

    /** TOO_LARGE beyond a million: the rest would tell nobody anything. */
    void found(Finding finding) {
        waiting.add(finding);
        findings++;
        if (findings > FINDINGS_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "more than " + FINDINGS_MAX + " differences: look at a part of the export with a prefix");
        }
        if (waiting.size() >= GROUP_MAX) write();
    }

    void found(FindingKind kind, Holding holding, String text) {
        found(new Finding(kind, holding.export(), holding.path(), holding.dataset(), text));
    }

    void unreadable(HeldPlace place, StorePath path, MoverException why) {
        found(new Finding(FindingKind.UNREADABLE, place.name(), path, place.datasetOf(path), why.sentence()));
    }

    /** One group is on its way while the next is looked for. */
    private void write() {
        Durable.await(written);
        long seen = ByteTotal.plus(bytes, bytesBeingRead);
        written = catalog.surveys().report(survey, new Survey.Progress(files, seen, findings), waiting);
        writtenAt = clock.instant();
        waiting.clear();
    }

    /** Waits until all is on stable storage. */
    void flush() {
        write();
        Durable.await(written);
    }
}
