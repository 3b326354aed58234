package org.bdm.server.holding.survey;

import java.time.Clock;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyOptions;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.holding.record.JobHoldings;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs surveys, two at once, on threads of their own. One that had not ended when the process did begins again with the next: looking twice
 * changes nothing.
 */
public final class HoldingSurveys implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HoldingSurveys.class);
    private static final int AT_ONCE = 2;
    private static final int OPEN_MAX = 100;
    private static final int HOLDINGS_LOOKED_AT = 1_000;

    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;
    private final HoldingRecords records;
    private final Clock clock;
    private final ExecutorService threads = DiskThreads.named("survey", AT_ONCE);
    private final ExecutorService readers =
            DiskThreads.named("survey-reader", Runtime.getRuntime().availableProcessors());
    private final Set<Long> taken = new HashSet<>(); // guarded by this
    private volatile boolean isStopping;

    /** With its parts; nothing runs before {@link #look}. */
    public HoldingSurveys(Catalog catalog, LocalExports exports, OwnSite own, HoldingRecords records, Clock clock) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
        this.records = records;
        this.clock = clock;
    }

    /**
     * Takes up what an earlier process left, what another node gave this one, and what a node left that is away and this one can do. At the
     * start and every few seconds; may block.
     */
    public void look() {
        for (Survey left : catalog.surveys().left(OPEN_MAX)) {
            if (exportsOf(left.kind(), left.subject()).stream().allMatch(exports::isHere)) adopt(left);
        }
        for (Survey survey : catalog.surveys().open(OPEN_MAX)) take(survey);
    }

    private void adopt(Survey left) {
        if (catalog.surveys().adopt(left.number())) LOG.info("survey-{} is taken over", left.number());
    }

    /** The exports that have to be looked at; of a dataset those of its first {@link #HOLDINGS_LOOKED_AT} files. */
    private Set<ExportName> exportsOf(SurveyKind kind, String subject) {
        if (kind != SurveyKind.VERIFY || isEndpoint(subject)) {
            return Set.of(Endpoint.parse(subject).export());
        }
        Set<ExportName> names = new HashSet<>();
        if (JobHoldings.isJob(subject)) {
            JobId job = JobHoldings.existing(catalog, subject);
            catalog.jobs().exportsOf(job).forEach(name -> names.add(new ExportName(name)));
            return names;
        }
        HoldingQuery first = new HoldingQuery(subject, null, null, StorePath.ROOT, null, HOLDINGS_LOOKED_AT);
        catalog.holdings().page(first).rows().forEach(holding -> names.add(holding.export()));
        return names;
    }

    /**
     * Begins a survey of an endpoint of this site, or for VERIFY of a dataset or a job; the future completes when it is on stable storage.
     *
     * @throws MoverException INVALID_REQUEST, UNKNOWN_EXPORT, EXPORT_ELSEWHERE if no node that is up has all that is looked at, UNKNOWN_JOB, DESTINATION_NOT_LOCAL, TOO_MANY_REQUESTS
     */
    public CompletableFuture<Survey> begin(SurveyKind kind, String owner, String subject, boolean withIndex) {
        return begin(kind, owner, subject, new SurveyOptions(withIndex, null));
    }

    /** As the other, with all options. */
    public CompletableFuture<Survey> begin(SurveyKind kind, String owner, String subject, SurveyOptions options) {
        if (kind != SurveyKind.VERIFY || isEndpoint(subject)) local(subject);
        OptionalLong other = exports.otherNodeWith(exportsOf(kind, subject), false);
        return catalog.surveys()
                .begin(kind, owner, subject, options, other, OPEN_MAX)
                .thenApply(survey -> {
                    if (other.isEmpty()) take(survey);
                    return survey;
                });
    }

    private static boolean isEndpoint(String subject) {
        return subject.startsWith("bdm://");
    }

    private Endpoint local(String subject) {
        Endpoint endpoint = Endpoint.parse(subject);
        if (!endpoint.site().equals(own.name())) {
            throw new MoverException(
                    ErrorCode.DESTINATION_NOT_LOCAL,
                    "'" + subject + "' is at site '" + endpoint.site()
                            + "': only what this site holds can be looked at");
        }
        exports.require(endpoint.export());
        return endpoint;
    }

    private synchronized void take(Survey survey) {
        if (isStopping || !taken.add(survey.number())) return;
        try {
            threads.execute(() -> run(survey));
        } catch (RejectedExecutionException e) {
            LOG.debug("survey {} begins again with the next start", survey.number());
        }
    }

    private void run(Survey survey) {
        SurveyLog log = new SurveyLog(catalog, survey.number(), clock);
        @Nullable Failure failure = null;
        try {
            if (isStopping) return;
            Durable.await(catalog.surveys().restart(survey.number()));
            try {
                look(survey, log);
            } finally {
                log.flush(); // what was found before it failed is told too
            }
        } catch (MoverException e) {
            if (e.code() == ErrorCode.STALE_LEASE) leave(survey);
            if (isStopping || e.code() == ErrorCode.STALE_LEASE) return; // it stays open, or another node has it
            failure = new Failure(e);
        } catch (RuntimeException | Error e) {
            LOG.error("survey {} failed", survey.number(), e);
            failure = new Failure(
                    ErrorCode.INTERNAL,
                    "internal error in the survey: " + e.getClass().getSimpleName());
        }
        end(survey, failure);
    }

    private synchronized void leave(Survey survey) {
        taken.remove(survey.number());
    }

    private void end(Survey survey, @Nullable Failure failure) {
        try {
            Durable.await(catalog.surveys().end(survey.number(), failure));
        } catch (MoverException e) {
            LOG.warn("the end of survey {} was not recorded: {}", survey.number(), e.sentence());
        } finally {
            leave(survey);
        }
    }

    private void look(Survey survey, SurveyLog log) {
        switch (survey.kind()) {
            case SCAN -> {
                Endpoint root = local(survey.subject());
                HeldPlace place = place(root);
                AbsentHoldings absent = new AbsentHoldings(place, catalog, log, exports);
                MissingHoldings missing =
                        new MissingHoldings(catalog, place.export(), records, log, () -> !isStopping, absent);
                missing.run(root.path(), holdings -> {});
                new HoldingScan(place, records, log, accepting(survey), absent).run(root.path(), () -> !isStopping);
                missing.end();
            }
            case RECONCILE -> {
                Endpoint root = local(survey.subject());
                new HoldingReconciliation(place(root), catalog, records, log, () -> !isStopping, exports)
                        .run(root.path());
                if (survey.withIndex()) {
                    new HoldingIndexComparison(catalog, root.export(), root.path(), log, () -> !isStopping).run();
                }
            }
            case VERIFY -> verify(survey, log);
        }
    }

    /** Returns the person who takes changed files as they are, and the reason; null for a survey that does not. */
    private static HoldingNotice.@Nullable Cause accepting(Survey survey) {
        String reason = survey.acceptReason();
        return reason == null ? null : new HoldingNotice.Cause(survey.owner(), reason, null);
    }

    private HeldPlace place(Endpoint endpoint) {
        return new HeldPlace(exports.find(endpoint.export()));
    }

    private HeldPlace place(Holding holding) {
        return new HeldPlace(exports.find(holding.export()));
    }

    private void verify(Survey survey, SurveyLog log) {
        ChecksAhead checks = new ChecksAhead(
                readers,
                clock,
                bytes -> !isStopping,
                holding -> catalog.heldRanges().of(holding));
        try (HoldingVerification verification = new HoldingVerification(records, log, checks, exports)) {
            verify(survey, verification);
            verification.end();
        }
    }

    private void verify(Survey survey, HoldingVerification verification) {
        if (JobHoldings.isJob(survey.subject())) {
            new JobHoldings(catalog, exports, own)
                    .forEach(survey.subject(), holding -> verification.verify(place(holding), holding, true));
            return;
        }
        Endpoint root = isEndpoint(survey.subject()) ? local(survey.subject()) : null;
        String dataset = root == null ? survey.subject() : null;
        @Nullable String cursor = null;
        do {
            HoldingQuery query = new HoldingQuery(
                    dataset,
                    null,
                    root == null ? null : root.export(),
                    root == null ? StorePath.ROOT : root.path(),
                    cursor,
                    RowPage.ROWS_MAX);
            RowPage<Holding> page = catalog.holdings().page(query);
            for (Holding holding : page.rows()) {
                verification.verify(place(holding), holding, false);
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /** Stops what runs; it begins again with the next start. */
    @Override
    public void close() {
        isStopping = true;
        DiskThreads.close(threads);
        DiskThreads.close(readers);
    }
}
