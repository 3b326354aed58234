package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import org.bdm.core.control.job.CheckRequest;
import org.bdm.core.control.job.CheckView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.plan.PlanView;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.SyncLevel;
import org.bdm.server.job.plan.Comparison;
import org.bdm.server.job.plan.DryRun;
import org.bdm.server.job.plan.Plan;
import org.bdm.server.job.plan.PlanForecasts;
import org.bdm.server.job.plan.ReplicaPlan;
import org.bdm.server.job.submit.ReplicaJobs;
import org.bdm.server.job.submit.SubmissionRules;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.look.Looks;
import org.bdm.server.look.Trees;
import org.bdm.server.message.StreamedList;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Plans of jobs and comparisons of trees. Both change nothing; callers poll until they are done. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "plans")
public class PlansResource {
    private static final int STREAMED_ITEMS_MAX = 100_000;

    private final Submitting submitting;
    private final ReplicaJobs replicas;
    private final Trees trees;
    private final LocalExports exports;
    private final Looks looks;
    private final PlanForecasts forecasts;
    private final Clock clock;

    PlansResource(
            Submitting submitting,
            ReplicaJobs replicas,
            Trees trees,
            LocalExports exports,
            Looks looks,
            PlanForecasts forecasts,
            Clock clock) {
        this.submitting = submitting;
        this.replicas = replicas;
        this.trees = trees;
        this.exports = exports;
        this.looks = looks;
        this.forecasts = forecasts;
        this.clock = clock;
    }

    @PostMapping(path = "/plans", consumes = "application/json", produces = "application/json")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("planned a job")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = SubmitJob.class)))
    @Operation(operationId = "planJob", summary = "Starts a plan: shows what a job would do and changes nothing")
    PlanView plan(@RequestBody byte[] body) {
        SubmitJob job = submitting.read(body);
        if (SubmissionRules.kind(job) != JobKind.REPLICA_SET) return begin(submitting.check(job, owner()));
        ReplicaJobs.Checked checked = replicas.check(job, VisibleJobs.submitter());
        ReplicaPlan plan = new ReplicaPlan(replicas, checked, trees, exports, forecasts.of(checked.request()), clock);
        return plan.view(looks.begin("plan", owner(), plan));
    }

    @PostMapping(path = "/plans", consumes = StreamedList.MEDIA_TYPE, produces = "application/json")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("planned a job")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(hidden = true) // the document has it with the other
    PlanView planStreamed(
            @RequestHeader(name = HttpHeaders.CONTENT_ENCODING, required = false) @Parameter(hidden = true) @Nullable String encoding,
            HttpServletRequest request)
            throws IOException {
        return begin(submitting.checkStreamed(request.getInputStream(), encoding, owner(), STREAMED_ITEMS_MAX));
    }

    private PlanView begin(Submitting.Checked job) {
        DryRun run = new DryRun(
                trees,
                exports,
                job.items(),
                job.request().settings(),
                replicas.inDoubt(),
                forecasts.of(job.request()),
                clock);
        return run.view(looks.begin("plan", owner(), run));
    }

    @GetMapping("/plans/{planId}")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "getPlan", summary = "A plan, or how far it is")
    PlanView plan(@PathVariable String planId) {
        return looks.find(planId, Plan.class, PlansResource::isSeen).view(planId);
    }

    @PostMapping(path = "/checks", consumes = "application/json")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("compared two places")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(operationId = "checkTrees", summary = "Begins to compare two trees or files; nothing is moved")
    CheckView check(@RequestBody CheckRequest request) {
        SyncLevel level = JobSettings.constant("syncLevel", request.syncLevel(), SyncLevel.MTIME);
        Comparison comparison = new Comparison(trees, Endpoint.parse(request.a()), Endpoint.parse(request.b()), level);
        return comparison.view(looks.begin("check", owner(), comparison));
    }

    @GetMapping("/checks/{checkId}")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "getCheck", summary = "A comparison, or how far it is")
    CheckView check(@PathVariable String checkId) {
        return looks.find(checkId, Comparison.class, PlansResource::isSeen).view(checkId);
    }

    private static boolean isSeen(String owner) {
        return VisibleJobs.sees(CallerAuthentication.current(), owner);
    }

    private static String owner() {
        return CallerAuthentication.current().owner();
    }
}
