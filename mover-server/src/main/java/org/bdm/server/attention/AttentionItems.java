package org.bdm.server.attention;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobError;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.Ban;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.upkeep.BackupRun;
import org.bdm.server.upkeep.Backups;
import org.jspecify.annotations.Nullable;

/**
 * The things that need a person, as they are now: jobs that are paused until somebody does something, jobs that ended with failures and were not
 * tried again, newer versions of datasets that may not be whole, held files that are damaged or
 * missing, a backup of the catalog that failed, and hooks that take nothing. Any thread that may block.
 */
final class AttentionItems {
    /** The number of jobs of a kind that are listed; the oldest failures are left out. */
    static final int JOBS_MAX = RowPage.ROWS_MAX;

    private static final int MARKS_MAX = 100;

    private final Catalog catalog;
    private final Backups backups;
    private final InstantSource clock;
    private final JobCauses jobs;
    private final HoldingCauses holdings;
    private final SilenceCauses silences;
    private final WaitingCauses waiting;

    private final ExportCauses ownExports;

    AttentionItems(
            Catalog catalog,
            Backups backups,
            InstantSource clock,
            @Nullable Supplier<Set<ExportName>> exports,
            LocalExports own) {
        this.ownExports = new ExportCauses(own, clock.instant());
        this.clock = clock;
        this.catalog = catalog;
        this.backups = backups;
        this.jobs = new JobCauses(catalog);
        this.holdings = new HoldingCauses(catalog, exports);
        this.silences = new SilenceCauses(catalog);
        this.waiting = new WaitingCauses(catalog);
    }

    /**
     * Returns all items, those of one kind and code together, newest first among them.
     *
     * @param owner only jobs of this owner; null: everything
     */
    List<AttentionItem> all(@Nullable String owner) {
        List<AttentionItem> all = new ArrayList<>();
        for (Job job : catalog.jobs().inOrder(Set.of(JobState.PAUSED), JOBS_MAX)) {
            if (owner == null || owner.equals(job.request().owner()))
                jobs.paused(job).ifPresent(all::add);
        }
        List<Job> failed = catalog.failedJobs().unretried(owner, JOBS_MAX);
        Map<JobId, List<JobError>> errors =
                catalog.failedJobs().errors(failed.stream().map(Job::id).toList());
        failed.forEach(job ->
                jobs.failed(job, errors.getOrDefault(job.id(), List.of())).ifPresent(all::add));
        if (owner == null) {
            catalog.marks().needingPerson(MARKS_MAX).forEach(mark -> all.add(doubtful(mark)));
            all.addAll(holdings.all());
            backups.lastFailure().ifPresent(run -> all.add(withoutBackup(run)));
            catalog.placeRules().bans(clock.instant()).forEach(ban -> all.add(banned(ban)));
            all.addAll(quiet());
            all.addAll(ownExports.all());
            catalog.mirrors().open(MARKS_MAX).forEach(plan -> all.add(MirrorCauses.item(plan)));
            all.addAll(HookCauses.all(catalog, clock.instant()));
            all.addAll(HandoverCauses.all(catalog));
        }
        all.sort(Comparator.comparing(AttentionItem::kind)
                .thenComparing(item -> item.cause().code())
                .thenComparing(item -> item.cause().lastAt(), Comparator.reverseOrder())
                .thenComparing(AttentionItems::number, Comparator.reverseOrder())
                .thenComparing(AttentionItem::target));
        return all;
    }

    /** Collects what has gone quiet, or waits for somebody. */
    private List<AttentionItem> quiet() {
        List<AttentionItem> all = new ArrayList<>(silences.all());
        all.addAll(waiting.all(clock.instant()));
        all.addAll(TapeCauses.all(catalog, clock.instant()));
        return all;
    }

    private static long number(AttentionItem item) {
        return item.job() == null ? 0 : item.job().number();
    }

    /** Returns the item of this id, whoever owns it; empty if there is none now. */
    Optional<AttentionItem> find(String id) {
        return AttentionKind.ofId(id).flatMap(kind -> find(kind, kind.target(id)));
    }

    private Optional<AttentionItem> find(AttentionKind kind, String target) {
        return switch (kind) {
            case PAUSED ->
                job(target)
                        .flatMap(catalog.jobs()::find)
                        .filter(job -> !job.isDeleted())
                        .flatMap(jobs::paused);
            case FAILED -> job(target).flatMap(catalog.failedJobs()::unretried).flatMap(this::failed);
            case NEWER_VERSION ->
                Optional.ofNullable(catalog.marks().find(List.of(target)).get(target.toLowerCase(Locale.ROOT)))
                        .filter(DatasetMark::needsPerson)
                        .map(this::doubtful);
            case HOLDINGS ->
                holdings.all().stream()
                        .filter(item -> item.target().equals(target))
                        .findFirst();
            case BACKUP ->
                target.isEmpty() ? backups.lastFailure().map(AttentionItems::withoutBackup) : Optional.empty();
            case MIRROR_PLAN -> MirrorCauses.find(catalog, target, clock.instant());
            case HANDOVER -> HandoverCauses.find(catalog, target);
            case HOOK -> HookCauses.find(catalog, target, clock.instant());
            case INDEX, SUBSCRIPTION, DISPUTE, REQUEST, PURGE_PLAN, NODE, TAPE ->
                quiet().stream()
                        .filter(item -> item.kind() == kind && item.target().equals(target))
                        .findFirst();
            case EXPORT ->
                ownExports.all().stream()
                        .filter(item -> item.target().equals(target))
                        .findFirst();
            case BAN -> catalog.placeRules().banOf(target, clock.instant()).map(this::banned);
        };
    }

    private static Optional<JobId> job(String target) {
        try {
            JobId job = Numbers.job(target);
            return job.toString().equals(target) ? Optional.of(job) : Optional.empty();
        } catch (MoverException notOne) {
            return Optional.empty();
        }
    }

    private Optional<AttentionItem> failed(Job job) {
        return jobs.failed(job, catalog.failedJobs().errors(List.of(job.id())).getOrDefault(job.id(), List.of()));
    }

    private static AttentionItem withoutBackup(BackupRun failed) {
        MoverException reason = Objects.requireNonNull(failed.failure());
        Cause cause = new Cause(
                reason.code().name(),
                ProblemText.shown("The backup " + failed.name() + " of the catalog failed: " + reason.detail()),
                reason.code().advice(),
                failed.beganAt(),
                failed.beganAt(),
                1);
        Remedy remedy = new Remedy("bdm-client backup", "POST", "/api/v1/backups", Map.of())
                .after("Check this host", "bdm-client doctor", "/settings?tab=doctor");
        return new AttentionItem(AttentionKind.BACKUP, "", cause, 0, null, null, remedy);
    }

    /** Somebody has to remember that a place is banned. */
    private AttentionItem banned(Ban ban) {
        boolean isSite = catalog.sites().all().stream()
                .anyMatch(site -> site.name().value().equals(ban.place()));
        String kind = isSite ? "site" : "data-node";
        String until = ban.until() == null ? "" : " until " + ban.until();
        String command = "bdm-client " + kind + " unban " + ban.place();
        Cause cause = new Cause(
                ErrorCode.SITE_BANNED.name(),
                ProblemText.shown(ban.place() + " is banned by " + ban.bannedBy() + until
                        + (ban.reason().isEmpty() ? "." : ": " + ban.reason() + ".")),
                "When the reason is gone, lift the ban with '" + command + "'; jobs that wait for it resume.",
                ban.bannedAt(),
                ban.bannedAt(),
                1);
        String address = "/api/v1/" + kind + "s/" + URLEncoder.encode(ban.place(), StandardCharsets.UTF_8) + "/ban";
        Remedy remedy = new Remedy(command, "DELETE", address, Map.of())
                .after(
                        "See who banned it, and why",
                        "bdm-client " + kind + " list",
                        isSite ? "/sites/" + ban.place() : "/data-nodes");
        return new AttentionItem(AttentionKind.BAN, ban.place(), cause, 0, null, null, remedy);
    }

    /** A newer version may take the place of one that is held. */
    private AttentionItem doubtful(DatasetMark mark) {
        String newer = Objects.toString(mark.newer(), mark.instanceId());
        Cause cause = new Cause(
                "NEWER_VERSION_DOUBTFUL",
                ProblemText.shown(mark.instanceId() + ": " + mark.reason()),
                "Look at it with 'bdm-client dataset show " + newer
                        + "'; if its list is whole, say so with 'bdm-client dataset confirm " + newer
                        + "'. Until then nothing of the old version is removed.",
                mark.since(),
                mark.since(),
                1);
        Remedy remedy = new Remedy(
                        "bdm-client dataset confirm " + newer,
                        "POST",
                        "/api/v1/replica-sets/" + URLEncoder.encode(newer, StandardCharsets.UTF_8) + "/confirm",
                        extent(newer))
                .after("Look at its list", "bdm-client dataset show " + newer, "/datasets/" + newer);
        return new AttentionItem(AttentionKind.NEWER_VERSION, mark.instanceId(), cause, 0, null, null, remedy);
    }

    /** The extent that a person confirms, as it is listed now. */
    private Map<String, Object> extent(String instanceId) {
        return catalog.replicaSets()
                .summary(instanceId)
                .map(set -> Map.<String, Object>of("files", set.files(), "bytes", set.bytes()))
                .orElse(Map.of());
    }
}
