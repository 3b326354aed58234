package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.PatchJob;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.campaign.ForwardedView;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.PriorityAndRate;
import org.bdm.server.job.submit.RetryJobs;
import org.bdm.server.look.Looks;
import org.bdm.server.message.Answers;
import org.bdm.server.message.JobTag;
import org.bdm.server.site.access.Role;
import org.bdm.server.upkeep.JobRemovals;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Jobs: pause, resume, cancel, retry, delete, priority and rate. */
@RestController
@RequestMapping(RouteRoles.API + "/jobs/{jobId}")
@Tag(name = "jobs")
public class JobSteeringResource {
    /** Files that are being placed when a job is cancelled are usually there by then. */
    private static final int CANCEL_SECONDS = 10;

    private final JobScheduler scheduler;
    private final RetryJobs retries;
    private final JobRemovals removals;
    private final JobViews views;
    private final Looks looks;
    private final VisibleJobs visible;
    private final ForwardedJobs forwarded;

    JobSteeringResource(
            JobScheduler scheduler,
            RetryJobs retries,
            JobRemovals removals,
            JobViews views,
            Looks looks,
            VisibleJobs visible,
            ForwardedJobs forwarded) {
        this.scheduler = scheduler;
        this.retries = retries;
        this.removals = removals;
        this.views = views;
        this.looks = looks;
        this.visible = visible;
        this.forwarded = forwarded;
    }

    @PatchMapping(consumes = "application/json")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("changed {jobId}")
    @Operation(operationId = "patchJob", summary = "Changes priority or rate of a job that has not ended")
    ResponseEntity<JobView> patch(
            @PathVariable String jobId,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(
                            description = "The ETag that the job was read with: refused with CHANGED_MEANWHILE when its"
                                    + " state, priority or rate is another by now.")
                    @Nullable String ifMatch,
            @RequestBody PatchJob changes) {
        PriorityAndRate wanted = PriorityAndRate.of(changes);
        AuditedDetail.note(PriorityAndRate.shown(changes));
        Optional<ForwardedView> elsewhere = forwarded.patch(jobId, changes, ifMatch);
        if (elsewhere.isPresent()) return shown(HttpStatus.OK, elsewhere.get());
        JobId id = visible.steered(jobId);
        Job changed = Answers.durable(
                scheduler.steer(id, wanted.priority(), wanted.bytesPerSecondMax(), JobTag.required(ifMatch)));
        return ResponseEntity.ok().eTag(JobTag.of(changed)).body(views.of(changed));
    }

    static ResponseEntity<JobView> shown(HttpStatus status, ForwardedView elsewhere) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
        if (elsewhere.etag() != null) answer.eTag(elsewhere.etag());
        return answer.body(elsewhere.job());
    }

    @PostMapping("/pause")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("paused {jobId}")
    @Operation(operationId = "pauseJob", summary = "Stops the work on a job until somebody resumes it")
    JobView pause(@PathVariable String jobId) {
        Optional<ForwardedView> elsewhere = forwarded.pause(jobId);
        if (elsewhere.isPresent()) return elsewhere.get().job();
        String text = "It was paused by " + owner() + ".";
        return view(scheduler.pause(visible.steered(jobId), PauseReason.BY_USER, text));
    }

    @PostMapping("/resume")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("resumed {jobId}")
    @Operation(operationId = "resumeJob", summary = "Takes a paused job back to where it was")
    JobView resume(@PathVariable String jobId) {
        Optional<ForwardedView> elsewhere = forwarded.resume(jobId);
        if (elsewhere.isPresent()) return elsewhere.get().job();
        return view(scheduler.resume(visible.steered(jobId)));
    }

    @PostMapping("/cancel")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("cancelled {jobId}")
    @Operation(
            operationId = "cancelJob",
            summary = "Cancels a job: files that are placed are kept, the others are left as they were")
    @ApiResponse(responseCode = "200", description = "CANCELLED.", useReturnTypeSchema = true)
    @ApiResponse(
            responseCode = "202",
            description = "Its work stops; it becomes CANCELLED when nothing writes for it any more.",
            useReturnTypeSchema = true)
    ResponseEntity<JobView> cancel(@PathVariable String jobId) {
        Optional<ForwardedView> elsewhere = forwarded.cancel(jobId);
        if (elsewhere.isPresent()) return shown(HttpStatus.ACCEPTED, elsewhere.get());
        JobId id = visible.steered(jobId);
        CompletableFuture<Job> end = scheduler.cancel(id, "It was cancelled by " + owner() + ".");
        Optional<Job> ended = looks.within(end, CANCEL_SECONDS);
        if (ended.isPresent()) return ResponseEntity.ok(views.of(ended.get()));
        return ResponseEntity.accepted().body(views.of(visible.seen(id)));
    }

    @DeleteMapping
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("deleted {jobId}")
    @Operation(
            operationId = "deleteJob",
            summary = "Deletes a job that has ended: nobody is shown it any more",
            description =
                    "Files that it placed stay, and so do their holdings and the audit log. Its rows are removed in the background."
                            + " Deleting it again changes nothing. Its Idempotency-Key is refused from now on.")
    JobView delete(@PathVariable String jobId) {
        forwarded.refuse(jobId, "deleting the job");
        return view(removals.delete(visible.deletable(jobId)));
    }

    @PostMapping("/retry")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("retried {jobId}")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(operationId = "retryJob", summary = "Makes a new job of the failed files of one that ended")
    ResponseEntity<JobView> retry(@PathVariable String jobId) {
        Optional<ForwardedView> elsewhere = forwarded.retry(jobId);
        if (elsewhere.isPresent()) return made(elsewhere.get().job());
        Job job = retries.retry(visible.steered(jobId), owner());
        scheduler.wake();
        return made(views.of(job));
    }

    private static ResponseEntity<JobView> made(JobView job) {
        return ResponseEntity.created(URI.create(RouteRoles.API + "/jobs/" + job.id()))
                .body(job);
    }

    private JobView view(CompletionStage<Job> change) {
        return views.of(Answers.durable(change));
    }

    private static String owner() {
        return CallerAuthentication.current().owner();
    }
}
