package org.bdm.server.holding.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** The files that a job left at this site, as holdings with the digests that the job knows. Any thread that may block. */
public final class JobHoldings {
    /** Directories and symbolic links come among the files. */
    private static final int FIRST_ROWS = 100;

    /** The coarsest time that file systems keep. */
    private static final Duration FILE_TIME_EXACT_TO = Duration.ofSeconds(2);

    private static final Pattern JOB = Pattern.compile("job-[1-9]\\d{0,9}");

    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;

    public JobHoldings(Catalog catalog, LocalExports exports, OwnSite own) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
    }

    public static boolean isJob(String subject) {
        return JOB.matcher(subject).matches();
    }

    /** UNKNOWN_JOB. */
    public static JobId existing(Catalog catalog, String subject) {
        JobId job = new JobId(Long.parseLong(subject.substring("job-".length())));
        if (catalog.jobs().find(job).isEmpty()) throw new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job);
        return job;
    }

    /** Every regular file that is DONE or SKIPPED_SAME, in the order of the job. */
    public void forEach(String subject, Consumer<Holding> receiver) {
        JobId job = existing(catalog, subject);
        @Nullable String cursor = null;
        do {
            RowPage<FileRow> page = catalog.files().page(new FileQuery(job, null, null, cursor, RowPage.ROWS_MAX));
            List<Holding> holdings =
                    page.rows().stream().flatMap(file -> holding(file).stream()).toList();
            withKnown(holdings).forEach(receiver);
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /** Every regular file that is DONE or SKIPPED_SAME as the job has it, in the order of the job, with what became of it. */
    public void forEachFact(String subject, Consumer<JobFact> receiver) {
        JobId job = existing(catalog, subject);
        @Nullable String cursor = null;
        do {
            RowPage<FileRow> page = catalog.files().page(new FileQuery(job, null, null, cursor, RowPage.ROWS_MAX));
            List<FileRow> rows = new ArrayList<>();
            List<Holding> holdings = new ArrayList<>();
            for (FileRow row : page.rows()) {
                Optional<Holding> holding = holding(row);
                if (holding.isEmpty()) continue;
                rows.add(row);
                holdings.add(holding.get());
            }
            Map<ExportName, Map<StorePath, Holding>> known = known(holdings);
            for (int at = 0; at < rows.size(); at++) {
                Holding ofJob = holdings.get(at);
                Holding now = known.getOrDefault(ofJob.export(), Map.of()).get(ofJob.path());
                receiver.accept(new JobFact(ofJob, rows.get(at).evidence() != null, now, difference(job, ofJob, now)));
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /** Says what became of a file; null if it is still what the job left. */
    private @Nullable String difference(JobId job, Holding ofJob, @Nullable Holding now) {
        if (now == null) return "not held here today";
        boolean isOther = !isFileOf(ofJob, now);
        if (isOther) {
            String by = catalog.holdingHistory().lastWriter(now.export(), now.path());
            if (by != null && !by.equals(job.toString())) return "replaced by " + by;
            return "not from this job: another file has its name";
        }
        return switch (now.state()) {
            case CHANGED, DAMAGED, MISSING, DISPUTED -> "differs today: " + now.state() + " since " + now.since();
            case VERIFIED, UNVERIFIED, READ, SUPERSEDED, RETRACTED -> null;
        };
    }

    /** The job keeps one digest of each file; more may have been computed, which the holding knows. */
    private List<Holding> withKnown(List<Holding> ofJob) {
        Map<ExportName, Map<StorePath, Holding>> known = known(ofJob);
        return ofJob.stream()
                .map(holding -> withKnown(
                        holding, known.getOrDefault(holding.export(), Map.of()).get(holding.path())))
                .toList();
    }

    private Map<ExportName, Map<StorePath, Holding>> known(List<Holding> ofJob) {
        Map<ExportName, List<StorePath>> paths = new HashMap<>();
        for (Holding holding : ofJob) {
            paths.computeIfAbsent(holding.export(), missing -> new ArrayList<>())
                    .add(holding.path());
        }
        Map<ExportName, Map<StorePath, Holding>> known = new HashMap<>();
        paths.forEach((export, wanted) -> known.put(export, catalog.holdings().find(export, wanted)));
        return known;
    }

    /** Merges the holding under the name that the job left: its state and digests count, and those of the job as long as it is that file. */
    private Holding withKnown(Holding ofJob, @Nullable Holding known) {
        if (known == null) return ofJob;
        if (!isFileOf(ofJob, known)) return known;
        List<HoldingDigest> digests = new ArrayList<>(known.digests());
        for (HoldingDigest digest : ofJob.digests()) {
            boolean isNew = known.digests().stream()
                    .noneMatch(each -> each.digest().equals(digest.digest()) && each.origin() == digest.origin());
            if (isNew) digests.add(digest);
        }
        return known.with(digests);
    }

    /** A file that was replaced since has another size, another time than the job gave it where the place keeps times, or another digest. */
    private boolean isFileOf(Holding ofJob, Holding known) {
        if (known.size() != ofJob.size()) return false;
        List<HoldingDigest> own = ofJob.digests().stream()
                .filter(digest -> digest.origin().isOwn())
                .toList();
        if (own.isEmpty()) return true;
        Duration apart = Duration.between(known.modified(), ofJob.modified()).abs();
        boolean hasTime = apart.compareTo(FILE_TIME_EXACT_TO) <= 0 || !keepsTimes(known.export());
        return hasTime
                && own.stream()
                        .allMatch(ofFile -> known.digests().stream()
                                .filter(each -> each.origin().isOwn())
                                .filter(each -> each.digest().algorithm()
                                        == ofFile.digest().algorithm())
                                .allMatch(each -> each.digest().equals(ofFile.digest())));
    }

    /** False for a bucket, whose objects have the time of their upload. */
    private boolean keepsTimes(ExportName export) {
        return !exports.isHere(export)
                || exports.find(export).store().abilities().traits().keepsTimes();
    }

    /** One of them: the first that was moved, else the first that was there already; it looks at few files of the job. */
    public Optional<Holding> first(String subject) {
        JobId job = existing(catalog, subject);
        for (FileState state : List.of(FileState.DONE, FileState.SKIPPED_SAME)) {
            @Nullable String cursor = null;
            do {
                RowPage<FileRow> page = catalog.files().page(new FileQuery(job, state, null, cursor, FIRST_ROWS));
                for (FileRow file : page.rows()) {
                    Optional<Holding> first = holding(file);
                    if (first.isPresent()) return first;
                }
                cursor = page.nextCursor();
            } while (cursor != null);
        }
        return Optional.empty();
    }

    private Optional<Holding> holding(FileRow file) {
        boolean isThere = file.state() == FileState.DONE || file.state() == FileState.SKIPPED_SAME;
        if (!isThere || file.status().kind() != FileKind.FILE) return Optional.empty();
        Endpoint root = file.item().destination();
        if (!root.site().equals(own.name())) return Optional.empty();
        StorePath path = file.path().below(root.path());
        HeldPlace place = new HeldPlace(exports.find(root.export()));
        return Optional.of(new Holding(
                root.export(),
                path,
                place.datasetOf(path),
                file.status().version().size(),
                file.status().version().modified(),
                HoldingState.UNVERIFIED,
                Objects.requireNonNullElse(file.since(), Instant.EPOCH),
                digests(file),
                0,
                null,
                null));
    }

    /** Returns the dataset versions that files of a job were to belong to, those that failed too. UNKNOWN_JOB. */
    public List<String> wanted(String subject) {
        JobId job = existing(catalog, subject);
        Set<String> datasets = new LinkedHashSet<>();
        @Nullable String cursor = null;
        do {
            RowPage<FileRow> page = catalog.files().page(new FileQuery(job, null, null, cursor, RowPage.ROWS_MAX));
            for (FileRow file : page.rows()) {
                Endpoint root = file.item().destination();
                DatasetName dataset =
                        DrsPath.datasetOf(file.path().below(root.path()).shown());
                if (dataset != null && dataset.hasVersion()) datasets.add(dataset.instanceId());
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return List.copyOf(datasets);
    }

    private static List<HoldingDigest> digests(FileRow file) {
        return digests(file, file.evidence(), Objects.requireNonNullElse(file.since(), Instant.EPOCH));
    }

    /**
     * Returns the digests that a job knows of a file: published ones, and those computed when it was moved. What came from a data node that
     * published no digest is vouched for by nobody.
     */
    private static List<HoldingDigest> digests(FileRow file, @Nullable Evidence evidence, Instant now) {
        List<HoldingDigest> digests = expected(file, now);
        if (evidence == null) return digests;
        boolean isVouched = evidence.level() == EvidenceLevel.PUBLISHED
                || file.expected().contains(evidence.digest())
                || !(file.item().source() instanceof ItemSource.AtDataNode);
        digests.add(new HoldingDigest(
                evidence.digest(), isVouched ? DigestOrigin.of(evidence.level()) : DigestOrigin.RECEIVED, now));
        return digests;
    }

    /** Returns the digests that were given with the job. */
    static List<HoldingDigest> expected(FileRow file, Instant now) {
        List<HoldingDigest> digests = new ArrayList<>();
        file.expected().forEach(expected -> digests.add(new HoldingDigest(expected, DigestOrigin.LISTED, now)));
        return digests;
    }
}
