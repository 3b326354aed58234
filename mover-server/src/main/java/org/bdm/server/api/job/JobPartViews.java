package org.bdm.server.api.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.DecisionView.JobDecisionView;
import org.bdm.core.control.job.EventView;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.ReportView;
import org.bdm.core.control.link.JobRatesView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.server.campaign.JobParts;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.Files;
import org.bdm.server.catalog.file.ReusedFile;
import org.bdm.server.catalog.history.JobDecision;
import org.bdm.server.catalog.history.NumberedDecision;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/** Shows files, events, decisions, rates, explanation and report of a job: to callers here and to sites that passed the job on. */
public final class JobPartViews implements JobParts {
    private final Catalog catalog;
    private final LiveJobs live;
    private final EventViews events;
    private final ExplanationViews explanations;
    private final ReportViews reports;
    private final RateViews rates;
    private final LocalExports exports;

    JobPartViews(
            Catalog catalog,
            LiveJobs live,
            EventViews events,
            ExplanationViews explanations,
            ReportViews reports,
            RateViews rates,
            LocalExports exports) {
        this.catalog = catalog;
        this.live = live;
        this.events = events;
        this.explanations = explanations;
        this.reports = reports;
        this.rates = rates;
        this.exports = exports;
    }

    @Override
    public Page<FileView> files(Job job, FilesWanted asked) {
        job.refuseIfFilesAreRemoved();
        FileState state = asked.state() == null ? null : state(asked.state());
        if (state == FileState.ACTIVE || state == FileState.VERIFYING) return underWay(job.id(), state, asked);
        String q = asked.q();
        String prefix = q == null || q.isEmpty() ? null : q;
        RowPage<FileRow> page =
                catalog.files().page(new FileQuery(job.id(), state, prefix, asked.cursor(), asked.rows()));
        Map<FileId, FileUnderWay> running = live.filesOf(job.id());
        List<FileId> files = page.rows().stream().map(FileRow::id).toList();
        Map<FileId, ReusedFile> reused = catalog.files().reused(files);
        Map<FileId, List<Origin>> origins = catalog.files().origins(files);
        return new Page<>(
                page.rows().stream()
                        .map(row -> FileViews.of(
                                row,
                                running.get(row.id()),
                                reused.get(row.id()),
                                origins.getOrDefault(row.id(), List.of())))
                        .toList(),
                page.nextCursor());
    }

    /** The catalog does not know these: the cursor is the number of the last file shown. */
    private Page<FileView> underWay(JobId job, FileState state, FilesWanted asked) {
        String cursor = asked.cursor();
        String prefix = asked.q();
        long after = cursor == null ? 0 : Numbers.file(cursor).number();
        List<FileUnderWay> running = live.filesOf(job).values().stream()
                .filter(file -> file.state() == state && file.file().number() > after)
                .sorted(Comparator.comparing(file -> file.file().number()))
                .toList();
        List<FileView> views = new ArrayList<>();
        for (FileUnderWay file : running) {
            if (views.size() == asked.rows())
                return new Page<>(views, views.get(asked.rows() - 1).id());
            Optional<FileRow> row = catalog.files()
                    .find(file.file())
                    .filter(found -> !found.state().isFinal())
                    .filter(found -> prefix == null || found.path().shown().startsWith(prefix));
            row.ifPresent(found -> views.add(FileViews.of(found, file, null, List.of())));
        }
        return new Page<>(views, null);
    }

    private static FileState state(String text) {
        for (FileState state : FileState.values()) if (state.name().equals(text.toUpperCase(Locale.ROOT))) return state;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "state: '" + ProblemText.shown(text) + "' is not a state of a file; the states are "
                        + Stream.of(FileState.values()).map(FileState::name).collect(Collectors.joining(", ")));
    }

    @Override
    public FileView file(Job job, String fileId) {
        job.refuseIfFilesAreRemoved();
        FileId file = Numbers.file(fileId);
        boolean isOfNoJob = file.number() < FileNumber.FILES_MAX;
        if (isOfNoJob || !FileNumber.job(file).equals(job.id())) throw unknown(file, job.id());
        List<Files.Attempt> attempts = catalog.files().attempts(file);
        FileRow row = catalog.files().find(file).orElseThrow(() -> unknown(file, job.id()));
        return FileViews.of(
                        row,
                        live.filesOf(job.id()).get(file),
                        catalog.files().reused(List.of(file)).get(file),
                        catalog.files().origins(List.of(file)).getOrDefault(file, List.of()))
                .withTries(
                        AttemptViews.of(row, job, attempts), placing(row.item().destination()));
    }

    /** The way in which files are placed in the export of a destination; null for one that is not here, or only read. */
    private @Nullable String placing(Endpoint destination) {
        if (!exports.isHere(destination.export())) return null;
        LocalExports.Export export = exports.find(destination.export());
        return export.isWritable() ? export.store().abilities().traits().placed() : null;
    }

    private static MoverException unknown(FileId file, JobId job) {
        return new MoverException(ErrorCode.UNKNOWN_FILE, job + " has no " + file);
    }

    @Override
    public Page<EventView> events(Job job, @Nullable String cursor, int rows) {
        job.refuseIfFilesAreRemoved();
        List<Event> found = catalog.events().after(job.id(), cursor == null ? 0 : Numbers.event(cursor), rows);
        String next =
                found.size() < rows ? null : String.valueOf(found.get(rows - 1).number());
        return new Page<>(found.stream().map(events::of).toList(), next);
    }

    @Override
    public Page<JobDecisionView> decisions(Job job, @Nullable String cursor, int rows) {
        job.refuseIfFilesAreRemoved();
        long after = cursor == null ? 0 : Numbers.decision(cursor);
        List<NumberedDecision> found = catalog.decisions().after(job.id(), after, rows);
        String next =
                found.size() < rows ? null : String.valueOf(found.get(rows - 1).number());
        return new Page<>(found.stream().map(JobPartViews::view).toList(), next);
    }

    private static JobDecisionView view(NumberedDecision made) {
        JobDecision decision = made.decision();
        return new JobDecisionView(
                made.number(),
                decision.at(),
                ProblemText.shown(decision.source()),
                decision.stage(),
                decision.before(),
                decision.after(),
                decision.bytesPerSecond(),
                ProblemText.shown(decision.text()));
    }

    @Override
    public JobRatesView rates(Job job) {
        return rates.of(job);
    }

    @Override
    public ExplanationView explanation(Job job) {
        return explanations.of(job).placedBy(placing(job));
    }

    private @Nullable String placing(Job job) {
        return catalog.jobs().items(job.id(), 0, 1).stream()
                .map(NumberedItem::destination)
                .findFirst()
                .map(this::placing)
                .orElse(null);
    }

    @Override
    public ReportView report(Job job) {
        return reports.of(job);
    }
}
