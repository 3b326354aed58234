package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.link.JobRatesView;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.site.access.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the rates of a job over time, and what changed them. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "jobs")
public class JobRatesResource {
    private final JobPartViews parts;
    private final VisibleJobs visible;
    private final ForwardedJobs forwarded;

    JobRatesResource(JobPartViews parts, VisibleJobs visible, ForwardedJobs forwarded) {
        this.parts = parts;
        this.visible = visible;
        this.forwarded = forwarded;
    }

    @GetMapping("/jobs/{jobId}/rates")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "listJobRates",
            summary = "What a job moved, by time, and what changed its rate",
            description = "Steps of 10 s at first; the longer a job runs the longer they get, so that there are at most"
                    + " 500 of each node that works on it. Kept for 31 days.")
    JobRatesView ofJob(@PathVariable String jobId) {
        return forwarded.ask(jobId, (at, id, by) -> at.rates(id, by)).orElseGet(() -> parts.rates(visible.seen(jobId)));
    }
}
