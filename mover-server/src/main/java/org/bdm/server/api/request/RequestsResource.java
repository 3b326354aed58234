package org.bdm.server.api.request;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.request.CreateReplicationRequest;
import org.bdm.core.control.request.DecideReplicationRequest;
import org.bdm.core.control.request.ReplicationRequestView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.request.Approval;
import org.bdm.server.catalog.request.Draft;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.request.ApprovedRequests;
import org.bdm.server.request.WishExtent;
import org.bdm.server.request.Wishes;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Requests of people to managers. Requesters see and withdraw their own requests; managers see and decide all. */
@RestController
@RequestMapping(RouteRoles.API + "/requests")
@Tag(name = "requests")
public class RequestsResource {
    private static final Logger LOG = LoggerFactory.getLogger(RequestsResource.class);
    private static final int TEXT_LENGTH_MAX = 2000;

    private final Catalog catalog;
    private final ApprovedRequests approved;
    private final JobScheduler scheduler;

    RequestsResource(Catalog catalog, ApprovedRequests approved, JobScheduler scheduler) {
        this.catalog = catalog;
        this.approved = approved;
        this.scheduler = scheduler;
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.REQUESTER)
    @Audited("requested a replication")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "createRequest",
            summary = "Asks for the replication of a draft, of datasets, or of a query")
    ReplicationRequestView create(@RequestBody CreateReplicationRequest wish) {
        Caller caller = CallerAuthentication.current();
        String reason = PlainText.checked("reason", wish.reason() == null ? "" : wish.reason(), TEXT_LENGTH_MAX);
        if (reason.isBlank()) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "reason is empty: say what the data are for");
        }
        List<ImportedEntry> entries = Wishes.of(wish);
        Draft draft = wish.draft() == null ? null : draft(caller, wish.draft());
        WishExtent extent = draft == null ? WishExtent.of(catalog, entries) : WishExtent.of(draft.content());
        return view(Answers.durable(catalog.requests()
                .add(new ReplicationRequest(
                        0,
                        caller.owner(),
                        reason,
                        draft == null ? null : draft.number(),
                        Wishes.text(entries),
                        extent.datasets(),
                        extent.files(),
                        extent.bytes(),
                        RequestState.OPEN,
                        Instant.EPOCH,
                        null))));
    }

    private Draft draft(Caller caller, String id) {
        long number = Numbers.draft(id);
        return catalog.drafts()
                .find(number)
                .filter(draft -> caller.may(Role.OPERATOR) || draft.owner().equals(caller.owner()))
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no draft-" + number));
    }

    @GetMapping
    @Needs(Role.REQUESTER)
    @Operation(operationId = "listRequests", summary = "Requests, oldest first; only the own ones for requesters")
    Page<ReplicationRequestView> list(
            @RequestParam(required = false) @Parameter(description = "OPEN, APPROVED, DECLINED or WITHDRAWN") @Nullable String state,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        int rows = Numbers.limit(limit);
        long after = cursor == null ? 0 : Numbers.request(cursor);
        Caller caller = CallerAuthentication.current();
        String requester = caller.may(Role.OPERATOR) ? null : caller.owner();
        List<ReplicationRequestView> views = catalog.requests().after(after, requester, state(state), rows).stream()
                .map(request -> RequestViews.brief(request, jobState(request)))
                .toList();
        return new Page<>(
                views, views.size() < rows ? null : views.get(rows - 1).id());
    }

    private static @Nullable RequestState state(@Nullable String text) {
        if (text == null || text.isEmpty()) return null;
        for (RequestState state : RequestState.values()) {
            if (state.name().equals(text.toUpperCase(Locale.ROOT))) return state;
        }
        throw new MoverException(ErrorCode.INVALID_REQUEST, "state is none of OPEN, APPROVED, DECLINED, WITHDRAWN");
    }

    @GetMapping("/{requestId}")
    @Needs(Role.REQUESTER)
    @Operation(operationId = "getRequest", summary = "One request, with all it asks for")
    ReplicationRequestView get(@PathVariable String requestId) {
        return view(own(requestId));
    }

    @PostMapping(path = "/{requestId}/withdraw", consumes = "application/json")
    @Needs(Role.REQUESTER)
    @Audited("withdrew {requestId}")
    @Operation(operationId = "withdrawRequest", summary = "Takes an open request back")
    ReplicationRequestView withdraw(@PathVariable String requestId, @RequestBody DecideReplicationRequest decision) {
        return decide(own(requestId).number(), RequestState.WITHDRAWN, decision, null);
    }

    @PostMapping(path = "/{requestId}/approve", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("approved {requestId}")
    @Operation(
            operationId = "approveRequest",
            summary = "Approves an open request, and begins or names the job that does it",
            description =
                    "With a destination a job of the caller is submitted, as any job of a replica set is, and the decision is kept"
                            + " with it: both, or neither if the job is refused. With a job, that was submitted before and is named."
                            + " With neither the decision alone is kept.")
    ReplicationRequestView approve(@PathVariable String requestId, @RequestBody DecideReplicationRequest decision) {
        if (decision.destination() != null) return approveByJob(Numbers.request(requestId), decision);
        JobId job = decision.job() == null ? null : Numbers.job(decision.job());
        return decide(Numbers.request(requestId), RequestState.APPROVED, decision, job);
    }

    @PostMapping(path = "/{requestId}/decline", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("declined {requestId}")
    @Operation(operationId = "declineRequest", summary = "Declines an open request")
    ReplicationRequestView decline(@PathVariable String requestId, @RequestBody DecideReplicationRequest decision) {
        return decide(Numbers.request(requestId), RequestState.DECLINED, decision, null);
    }

    /** Makes the job, owned by the approver. Of two approvals at once the second is refused, and its look-ups are discarded. */
    private ReplicationRequestView approveByJob(long number, DecideReplicationRequest decision) {
        if (decision.job() != null) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "an approval begins a job, or names one: give destination or job");
        }
        ReplicationRequest request = existing(number);
        if (request.state() != RequestState.OPEN) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE, "request-" + number + " was decided before: " + request.state());
        }
        SubmitJob how = new SubmitJob(
                "request-" + number,
                "REPLICA_SET",
                List.of(),
                decision.options(),
                List.of(),
                null,
                null,
                decision.destination(),
                decision.offline(),
                decision.acceptIncomplete(),
                null,
                null,
                null,
                null,
                null);
        String by = CallerAuthentication.current().owner();
        JobId job = approved.approve(request, how, new Approval(number, by, remark(decision)));
        scheduler.wake();
        AuditedDetail.note(job + ": " + remark(decision));
        LOG.info("request-{} was approved by {}: {}", number, by, job);
        return view(existing(number));
    }

    private ReplicationRequest existing(long number) {
        return catalog.requests()
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no request-" + number));
    }

    private ReplicationRequestView view(ReplicationRequest request) {
        return RequestViews.of(request, jobState(request));
    }

    private @Nullable JobState jobState(ReplicationRequest request) {
        JobId job = request.decision() == null ? null : request.decision().job();
        return job == null ? null : catalog.jobs().find(job).map(Job::state).orElse(null);
    }

    private static String remark(DecideReplicationRequest decision) {
        return PlainText.checked("remark", decision.remark() == null ? "" : decision.remark(), TEXT_LENGTH_MAX);
    }

    private ReplicationRequestView decide(
            long number, RequestState as, DecideReplicationRequest decision, @Nullable JobId job) {
        boolean hasJob = decision.job() != null || decision.destination() != null;
        if (as != RequestState.APPROVED && hasJob) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "job and destination belong to an approval");
        }
        String by = CallerAuthentication.current().owner();
        AuditedDetail.note((job == null ? "" : job + ": ") + remark(decision));
        return view(Answers.durable(catalog.requests().decide(number, as, by, remark(decision), job)));
    }

    /** A requester learns nothing of what others ask for. */
    private ReplicationRequest own(String requestId) {
        long number = Numbers.request(requestId);
        Caller caller = CallerAuthentication.current();
        return catalog.requests()
                .find(number)
                .filter(request ->
                        caller.may(Role.OPERATOR) || request.requester().equals(caller.owner()))
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no request-" + number));
    }
}
