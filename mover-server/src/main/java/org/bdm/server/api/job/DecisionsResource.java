package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.DecisionView.JobDecisionView;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.history.JobDecision;
import org.bdm.server.catalog.history.NumberedDecision;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.ProblemText;
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
    private final Catalog catalog;
    private final VisibleJobs visible;
    private final ForwardedJobs forwarded;

    DecisionsResource(Catalog catalog, VisibleJobs visible, ForwardedJobs forwarded) {
        this.catalog = catalog;
        this.visible = visible;
        this.forwarded = forwarded;
    }

    @GetMapping("/jobs/{jobId}/decisions")
    @Operation(
            operationId = "listJobDecisions",
            summary = "Changes of the number of streams and other workers of a job, oldest first",
            description = "The newest 1,000 are kept, as long as the list of files of the job.")
    Page<JobDecisionView> ofJob(
            @PathVariable String jobId,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        forwarded.refuse(jobId, "a list of decisions");
        Job job = visible.seen(jobId);
        job.refuseIfFilesAreRemoved();
        int rows = Numbers.limit(limit);
        long after = cursor == null ? 0 : Numbers.decision(cursor);
        List<NumberedDecision> found = catalog.decisions().after(job.id(), after, rows);
        String next =
                found.size() < rows ? null : String.valueOf(found.get(rows - 1).number());
        return new Page<>(found.stream().map(DecisionsResource::view).toList(), next);
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
}
