package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.campaign.ForwardedView;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobQuery;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.BenchJobs;
import org.bdm.server.job.submit.PartedSubmissions;
import org.bdm.server.message.JobTag;
import org.bdm.server.message.Moments;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.ProblemText;
import org.bdm.server.message.StreamedList;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Jobs: submit and look. */
@RestController
@RequestMapping(RouteRoles.API + "/jobs")
@Tag(name = "jobs")
public class JobsResource {
    private final Catalog catalog;
    private final PartedSubmissions parted;
    private final JobScheduler scheduler;
    private final JobViews views;
    private final VisibleJobs visible;
    private final JobWaits waits;
    private final ForwardedJobs forwarded;

    JobsResource(
            Catalog catalog,
            PartedSubmissions parted,
            JobScheduler scheduler,
            JobViews views,
            VisibleJobs visible,
            JobWaits waits,
            ForwardedJobs forwarded) {
        this.catalog = catalog;
        this.parted = parted;
        this.scheduler = scheduler;
        this.views = views;
        this.visible = visible;
        this.waits = waits;
        this.forwarded = forwarded;
    }

    @PostMapping(consumes = "application/json", produces = "application/json")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("submitted a job")
    @ResponseStatus(HttpStatus.CREATED)
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = SubmitJob.class)))
    @Operation(
            operationId = "submitJob",
            summary = "Submits a job; it is durable when this answers",
            description = "Up to 1 MiB. A longer list is sent as application/x-ndjson, gzip allowed: first the job "
                    + "without items, then one item a line. Nothing is kept when anything is refused.")
    ResponseEntity<JobView> submit(
            @RequestHeader(name = "Idempotency-Key", required = false)
                    @Parameter(description = "The same key and body give the same job, however often they are sent.")
                    @Nullable String key,
            @RequestParam(required = false, defaultValue = "false")
                    @Parameter(
                            description =
                                    "The job is answered at once, and its list is sent to /jobs/{jobId}/items in as "
                                            + "many parts as wanted. Until the last one it is QUEUED with the reason RECEIVING_LIST.")
                    boolean itemsFollow,
            @RequestBody byte[] body) {
        if (itemsFollow) {
            return created(
                    parted.begin(body, key, CallerAuthentication.current().owner()));
        }
        SubmitJob job = forwarded.here().read(body);
        if (BenchJobs.isBench(job)) requireOperator();
        Optional<JobView> elsewhere = forwarded.submit(job, key);
        if (elsewhere.isPresent()) return created(elsewhere.get());
        return created(forwarded.here().submit(job, body, key, VisibleJobs.submitter()));
    }

    /** As for the route of the link: a measurement takes the path from the others. */
    private static void requireOperator() {
        if (CallerAuthentication.current().may(Role.OPERATOR)) return;
        throw new MoverException(ErrorCode.NOT_ALLOWED, "measuring a link needs the role operator");
    }

    @PostMapping(consumes = StreamedList.MEDIA_TYPE, produces = "application/json")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("submitted a job")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(hidden = true) // the document has it with the other
    ResponseEntity<JobView> submitStreamed(
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestHeader(name = HttpHeaders.CONTENT_ENCODING, required = false) @Parameter(hidden = true) @Nullable String encoding,
            HttpServletRequest request)
            throws IOException {
        String owner = CallerAuthentication.current().owner();
        return created(forwarded.here().submitStreamed(request.getInputStream(), encoding, key, owner));
    }

    private ResponseEntity<JobView> created(JobId id) {
        scheduler.wake();
        return created(views.of(find(id)));
    }

    private static ResponseEntity<JobView> created(JobView job) {
        return ResponseEntity.created(URI.create(RouteRoles.API + "/jobs/" + job.id()))
                .body(job);
    }

    @GetMapping
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "listJobs", summary = "Jobs, newest first; only the own ones for submitters")
    @Parameter(
            name = "since",
            in = ParameterIn.QUERY,
            description = "RFC 3339; only jobs created at this moment or later.",
            schema = @Schema(type = "string", format = "date-time"))
    @Parameter(
            name = "sort",
            in = ParameterIn.QUERY,
            description =
                    "createdAt, endedAt, priority, label or state; with '-' in front from the last to the first. -createdAt if not given."
                            + " A job that has not ended stands behind those that have.",
            schema = @Schema(type = "string", defaultValue = "-createdAt"))
    Page<JobView> list(
            @RequestParam(required = false) @Parameter(description = "States, separated by commas.") @Nullable String state,
            @RequestParam(required = false) @Parameter(description = "How the label begins.") @Nullable String q,
            @RequestParam(name = "label~", required = false)
                    @Parameter(description = "A part of the label, in capital or small letters.")
                    @Nullable String labelPart,
            @RequestParam(required = false) @Nullable String owner,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit,
            @RequestParam @Parameter(hidden = true) MultiValueMap<String, String> all) {
        Set<JobState> states = states(state);
        Instant since = Moments.parse("since", all.getFirst("since"));
        JobQuery.Order order = order(all.getFirst("sort"));
        Caller caller = CallerAuthentication.current();
        if (owner != null && !VisibleJobs.sees(caller, owner)) return new Page<>(List.of(), null);
        String wanted = VisibleJobs.isLimited(caller) ? caller.owner() : owner;
        JobQuery.Filter filter = new JobQuery.Filter(states, wanted, q, labelPart, since);
        RowPage<Job> page = catalog.jobs().page(new JobQuery(filter, order, cursor, Numbers.limit(limit)));
        return new Page<>(page.rows().stream().map(views::of).toList(), page.nextCursor());
    }

    private static JobQuery.Order order(@Nullable String sort) {
        if (sort == null) return new JobQuery.Order(JobQuery.SortKey.CREATED_AT, true);
        boolean isDescending = sort.startsWith("-");
        JobQuery.SortKey key = switch (isDescending ? sort.substring(1) : sort) {
            case "createdAt" -> JobQuery.SortKey.CREATED_AT;
            case "endedAt" -> JobQuery.SortKey.ENDED_AT;
            case "priority" -> JobQuery.SortKey.PRIORITY;
            case "label" -> JobQuery.SortKey.LABEL;
            case "state" -> JobQuery.SortKey.STATE;
            default ->
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST,
                        "sort: jobs are sorted by createdAt, endedAt, priority, label or state, each with or"
                                + " without '-' in front, not by '" + ProblemText.shown(sort) + "'");
        };
        return new JobQuery.Order(key, isDescending);
    }

    private static Set<JobState> states(@Nullable String text) {
        Set<JobState> states = EnumSet.noneOf(JobState.class);
        if (text == null) return states;
        for (String name : text.split(",", -1)) states.add(state(name.strip().toUpperCase(Locale.ROOT)));
        return states;
    }

    private static JobState state(String name) {
        for (JobState state : JobState.values())
            if (state.isVisible() && state.shown() == state && state.name().equals(name)) return state;
        String states = Stream.of(JobState.values())
                .filter(state -> state.isVisible() && state.shown() == state)
                .map(JobState::name)
                .collect(Collectors.joining(", "));
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "state: '" + ProblemText.shown(name) + "' is not a state of a job; the states are " + states);
    }

    @GetMapping("/{jobId}")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "getJob", summary = "One job, at once or when its state changes")
    @Parameter(
            name = "wait",
            in = ParameterIn.QUERY,
            description =
                    "Answer when the state changes, at the latest after this time: 500ms, 30s, 1m; at most 60s. "
                            + "At once if the job has ended, if it is paused until a person does something, or if too many wait.",
            schema = @Schema(type = "string"))
    ResponseEntity<JobView> job(@PathVariable String jobId) {
        Optional<ForwardedView> elsewhere = forwarded.look(jobId);
        if (elsewhere.isPresent()) return JobSteeringResource.shown(HttpStatus.OK, elsewhere.get());
        Job job = visible.seen(jobId);
        return ResponseEntity.ok().eTag(JobTag.of(job)).body(views.of(job));
    }

    @GetMapping(path = "/{jobId}", params = "wait")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(hidden = true) // the document has it with the other
    CompletionStage<JobView> changed(@PathVariable String jobId, @RequestParam String wait) {
        Optional<ForwardedView> elsewhere = forwarded.look(jobId);
        if (elsewhere.isPresent()) return forwarded.later(elsewhere.get().job(), JobWaits.length(wait));
        return waits.next(visible.seen(jobId), JobWaits.length(wait), CallerAuthentication.current());
    }

    private Job find(JobId id) {
        return catalog.jobs()
                .find(id)
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + id));
    }
}
