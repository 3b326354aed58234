package org.bdm.server.api.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.control.site.AttentionView;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobError;
import org.bdm.server.catalog.job.JobQuery;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.bdm.server.upkeep.BackupRun;
import org.bdm.server.upkeep.Backups;

/**
 * The things that need a person, grouped by cause: jobs that are paused until somebody does something, the failed files of jobs that ended and
 * were not tried again, newer versions of datasets that may not be whole, and a backup of the catalog that failed. Looks at the newest 1,000 jobs.
 */
public final class AttentionViews {
    private static final int JOBS_NAMED_MAX = 10;
    private static final int FAILED_JOBS_MAX = 200;
    private static final int MARKS_MAX = 100;
    private static final Checksum NO_TOKEN = new Checksum(ChecksumAlgorithm.SHA256, new byte[32]);

    private final Catalog catalog;
    private final Backups backups;

    AttentionViews(Catalog catalog, Backups backups) {
        this.catalog = catalog;
        this.backups = backups;
    }

    private static final class Group {
        private final String code;
        private final String text;
        private final String advice;
        private final List<String> jobs = new ArrayList<>();
        private Instant since = Instant.MAX;
        private long files;

        Group(String code, String text, String advice) {
            this.code = code;
            this.text = text;
            this.advice = advice;
        }

        void add(JobId job, Instant at, long more) {
            if (jobs.size() < JOBS_NAMED_MAX) jobs.add(job.toString());
            if (at.isBefore(since)) since = at;
            files += more;
        }

        AttentionView view() {
            return new AttentionView(code, text, advice, since, files, jobs, null);
        }
    }

    /** Returns what needs a person among the jobs that this caller sees. */
    List<AttentionView> of(Caller caller) {
        Map<String, Group> groups = new LinkedHashMap<>();
        paused(groups, caller);
        failed(groups, caller);
        List<AttentionView> all =
                new ArrayList<>(groups.values().stream().map(Group::view).toList());
        if (VisibleJobs.isLimited(caller)) return List.copyOf(all);
        catalog.marks().needingPerson(MARKS_MAX).forEach(mark -> all.add(doubtful(mark)));
        backups.lastFailure().ifPresent(failed -> all.add(withoutBackup(failed)));
        return List.copyOf(all);
    }

    /** Returns the number of items for who sees all jobs, by code. May block. */
    public Map<String, Integer> numberByCode() {
        Caller everyJob = new Caller(0, "", Set.of(Role.READER), NO_TOKEN);
        Map<String, Integer> numbers = new HashMap<>();
        of(everyJob).forEach(item -> numbers.merge(item.code(), 1, Integer::sum));
        return numbers;
    }

    private static AttentionView withoutBackup(BackupRun failed) {
        MoverException reason = Objects.requireNonNull(failed.failure());
        return new AttentionView(
                reason.code().name(),
                ProblemText.shown("The backup " + failed.name() + " of the catalog failed: " + reason.detail()),
                reason.code().advice(),
                failed.beganAt(),
                0,
                List.of(),
                null);
    }

    /** True if a newer version may take the place of one that is held. */
    private static AttentionView doubtful(DatasetMark mark) {
        return new AttentionView(
                "NEWER_VERSION_DOUBTFUL",
                ProblemText.shown(mark.instanceId() + ": " + mark.reason()),
                "Look at it with 'bdm-client dataset show " + mark.newer()
                        + "'; if its list is whole, say so with 'bdm-client dataset confirm " + mark.newer()
                        + "'. Until then nothing of the old version is removed.",
                mark.since(),
                0,
                List.of(),
                null);
    }

    private void paused(Map<String, Group> groups, Caller caller) {
        for (Job job : catalog.jobs().inOrder(Set.of(JobState.PAUSED), RowPage.ROWS_MAX)) {
            JobReason reason = job.reason();
            if (reason == null || !needsPerson(reason.code())) continue;
            if (!VisibleJobs.sees(caller, job.request().owner())) continue;
            JobCounts counts = catalog.jobs().counts(job.id());
            groups.computeIfAbsent(
                            "PAUSED " + reason.code(),
                            key -> new Group(
                                    reason.code(), ProblemText.shown(reason.text()), adviceOfPause(reason.code())))
                    .add(job.id(), reason.since(), counts.open());
        }
    }

    private static boolean needsPerson(String code) {
        for (PauseReason known : PauseReason.values()) if (known.name().equals(code)) return known.needsPerson();
        return true;
    }

    private static String adviceOfPause(String code) {
        if (code.equals(PauseReason.BY_USER.name()))
            return "Resume it with 'bdm-client resume JOB', or cancel it with 'bdm-client cancel JOB'.";
        return ReportViews.advice(code);
    }

    private void failed(Map<String, Group> groups, Caller caller) {
        String owner = VisibleJobs.isLimited(caller) ? caller.owner() : null;
        RowPage<Job> newest = catalog.jobs().page(new JobQuery(Set.of(), owner, null, RowPage.ROWS_MAX));
        Set<JobId> triedAgain = new HashSet<>();
        newest.rows().forEach(job -> {
            if (job.request().retryOf() != null) triedAgain.add(job.request().retryOf());
        });
        newest.rows().stream()
                .filter(job -> job.state() == JobState.FAILED || job.state() == JobState.PARTIAL)
                .filter(job -> !triedAgain.contains(job.id()))
                .limit(FAILED_JOBS_MAX)
                .forEach(job -> addErrors(job, groups));
    }

    private void addErrors(Job job, Map<String, Group> groups) {
        Instant at = job.endedAt() == null ? job.createdAt() : job.endedAt();
        for (JobError error : catalog.jobs().errors(job.id())) {
            String code = error.code().name();
            groups.computeIfAbsent(
                            "FAILED " + code,
                            key -> new Group(
                                    code,
                                    "Files failed: "
                                            + code.toLowerCase(Locale.ROOT).replace('_', ' ') + ".",
                                    error.code().advice()))
                    .add(job.id(), at, error.files());
        }
    }
}
