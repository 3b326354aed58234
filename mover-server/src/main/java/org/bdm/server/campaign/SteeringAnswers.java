package org.bdm.server.campaign;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.core.control.job.ForwardedQuestion;
import org.bdm.core.control.job.PatchJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.PriorityAndRate;
import org.bdm.server.job.submit.RetryJobs;
import org.bdm.server.message.Answers;
import org.bdm.server.message.JobTag;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.AuditTrail;

/**
 * Changes jobs here as the sites want that passed them on. Each change, and each that was refused, is a line of the audit log with the person
 * and the site. Any thread that may block.
 */
final class SteeringAnswers {
    private static final int PERSON_LENGTH_MAX = 130;
    private static final int CANCEL_SECONDS = 5;

    private final ForwardedAccess access;
    private final Catalog catalog;
    private final JobScheduler scheduler;
    private final RetryJobs retries;
    private final AuditTrail audit;

    SteeringAnswers(
            ForwardedAccess access, Catalog catalog, JobScheduler scheduler, RetryJobs retries, AuditTrail audit) {
        this.access = access;
        this.catalog = catalog;
        this.scheduler = scheduler;
        this.retries = retries;
        this.audit = audit;
    }

    /** Changes a job that was found and may be changed. */
    private interface Change {
        Job made(Job job, String by);
    }

    /** Pauses the job; one that somebody paused stays as it is. */
    Job pause(SiteName from, ForwardedChange asked) {
        return audited(from, ForwardedSteering.PAUSE, asked.job(), asked.by(), "", (job, by) -> {
            JobReason why = job.reason();
            boolean isPaused =
                    job.state() == JobState.PAUSED && why != null && why.code().equals(PauseReason.BY_USER.name());
            if (isPaused) return job; // a site asks again when it hears nothing
            String text = "It was paused by " + by + ".";
            return Answers.durable(scheduler.pause(job.id(), PauseReason.BY_USER, text));
        });
    }

    Job resume(SiteName from, ForwardedChange asked) {
        return audited(
                from,
                ForwardedSteering.RESUME,
                asked.job(),
                asked.by(),
                "",
                (job, by) -> Answers.durable(scheduler.resume(job.id())));
    }

    /** Returns the new job. */
    Job retry(SiteName from, ForwardedChange asked) {
        return audited(from, ForwardedSteering.RETRY, asked.job(), asked.by(), "", (job, by) -> {
            if (asked.key() == null) throw new MoverException(ErrorCode.INVALID_REQUEST, "key is missing");
            Job made = retries.retry(job.id(), by, asked.key());
            scheduler.wake();
            return made;
        });
    }

    Job patch(SiteName from, ForwardedChange asked) {
        PatchJob changes = asked.changes();
        String detail = changes == null ? "" : PriorityAndRate.shown(changes);
        return audited(from, ForwardedSteering.PATCH, asked.job(), asked.by(), detail, (job, by) -> {
            if (changes == null) throw new MoverException(ErrorCode.INVALID_REQUEST, "changes is missing");
            PriorityAndRate wanted = PriorityAndRate.of(changes);
            return Answers.durable(scheduler.steer(
                    job.id(), wanted.priority(), wanted.bytesPerSecondMax(), JobTag.required(asked.ifMatch())));
        });
    }

    Job cancel(SiteName from, ForwardedQuestion asked) {
        return audited(from, JobForwarding.CANCEL, asked.job(), asked.by(), "", (job, by) -> {
            CompletableFuture<Job> end = scheduler.cancel(job.id(), "It was cancelled by " + by + ".");
            var unused = Answers.durable(end.completeOnTimeout(job, CANCEL_SECONDS, TimeUnit.SECONDS));
            return again(job.id());
        });
    }

    private Job again(JobId id) {
        return catalog.jobs()
                .find(id)
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + id));
    }

    private Job audited(SiteName from, String call, String asked, String person, String detail, Change change) {
        String by = ForwardedAccess.owner(from, PlainText.checked("by", person, PERSON_LENGTH_MAX));
        JobId id = Numbers.job(asked);
        String action = "CALL " + call;
        String site = "site " + from;
        try {
            Job made = change.made(access.existing(from, asked), by);
            boolean isNew = !made.id().equals(id);
            String result = isNew ? "201" : "200";
            audit.note(
                    by, action, id.toString(), result, site, isNew ? made.id().toString() : detail);
            return made;
        } catch (MoverException e) {
            audit.note(by, action, id.toString(), e.code().name(), site, detail);
            throw e;
        }
    }
}
