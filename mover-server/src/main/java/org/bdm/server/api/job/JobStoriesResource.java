package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.ReportView;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.site.access.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Why a job is where it is, and what it did. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "jobs")
public class JobStoriesResource {
    private final VisibleJobs visible;
    private final JobPartViews parts;
    private final ForwardedJobs forwarded;

    JobStoriesResource(VisibleJobs visible, JobPartViews parts, ForwardedJobs forwarded) {
        this.visible = visible;
        this.parts = parts;
        this.forwarded = forwarded;
    }

    @GetMapping("/jobs/{jobId}/explanation")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "explainJob", summary = "Why a job is where it is, since when, and what happens next")
    ExplanationView explanation(@PathVariable String jobId) {
        return forwarded
                .ask(jobId, (at, id, by) -> at.explanation(id, by))
                .orElseGet(() -> parts.explanation(visible.seen(jobId)));
    }

    @GetMapping("/jobs/{jobId}/report")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "getReport", summary = "What a job did, with the evidence; before its end as things stand")
    ReportView report(@PathVariable String jobId) {
        return forwarded
                .ask(jobId, (at, id, by) -> at.report(id, by))
                .orElseGet(() -> parts.report(visible.seen(jobId)));
    }
}
