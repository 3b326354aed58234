package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.DecisionView.JobDecisionView;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Decisions of running transfers about their numbers of workers, as pages, oldest first. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "jobs")
public class DecisionsResource {
    private final JobPartViews parts;
    private final VisibleJobs visible;
    private final ForwardedJobs forwarded;

    DecisionsResource(JobPartViews parts, VisibleJobs visible, ForwardedJobs forwarded) {
        this.parts = parts;
        this.visible = visible;
        this.forwarded = forwarded;
    }

    @GetMapping("/jobs/{jobId}/decisions")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "listJobDecisions",
            summary = "Changes of the number of streams and other workers of a job, oldest first",
            description = "The newest 1,000 are kept, as long as the list of files of the job.")
    Page<JobDecisionView> ofJob(
            @PathVariable String jobId,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        return forwarded
                .ask(jobId, (at, id, by) -> at.decisions(id, cursor, limit, by))
                .orElseGet(() -> parts.decisions(visible.seen(jobId), cursor, Numbers.limit(limit)));
    }
}
