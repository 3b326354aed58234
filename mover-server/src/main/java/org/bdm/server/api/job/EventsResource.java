package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.EventView;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Events, as pages, oldest first, or live. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "events")
public class EventsResource {
    private static final String LIVE = "Live with Accept: text/event-stream, from now on or after Last-Event-ID; "
            + "each message holds one event, its id is the number of the event.";

    private final Catalog catalog;
    private final EventFeeds feeds;
    private final EventViews views;
    private final VisibleJobs visible;
    private final JobPartViews parts;
    private final ForwardedJobs forwarded;

    EventsResource(
            Catalog catalog,
            EventFeeds feeds,
            EventViews views,
            VisibleJobs visible,
            JobPartViews parts,
            ForwardedJobs forwarded) {
        this.catalog = catalog;
        this.feeds = feeds;
        this.views = views;
        this.visible = visible;
        this.parts = parts;
        this.forwarded = forwarded;
    }

    @GetMapping(path = "/events", produces = MediaType.APPLICATION_JSON_VALUE)
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "listEvents", summary = "Events of all jobs, oldest first", description = LIVE)
    Page<EventView> all(
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        int rows = Numbers.limit(limit);
        List<Event> events = catalog.events().after(null, cursor == null ? 0 : Numbers.event(cursor), rows);
        String next = events.size() < rows
                ? null
                : String.valueOf(events.get(rows - 1).number());
        Caller caller = CallerAuthentication.current();
        return new Page<>(
                events.stream()
                        .filter(event -> visible.sees(caller, event.job()))
                        .map(views::of)
                        .toList(),
                next);
    }

    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "listEvents")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(implementation = EventView.class)))
    SseEmitter allLive(
            @RequestHeader(name = "Last-Event-ID", required = false)
                    @Parameter(description = "Number of the last event that was seen; for the live feed.")
                    @Nullable String lastEventId) {
        return feeds.begin(null, number(lastEventId), CallerAuthentication.current());
    }

    @GetMapping(path = "/jobs/{jobId}/events", produces = MediaType.APPLICATION_JSON_VALUE)
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "listJobEvents", summary = "Events of a job, oldest first", description = LIVE)
    Page<EventView> ofJob(
            @PathVariable String jobId,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        return forwarded
                .ask(jobId, (at, id, by) -> at.events(id, cursor, limit, by))
                .orElseGet(() -> parts.events(visible.seen(jobId), cursor, Numbers.limit(limit)));
    }

    @GetMapping(path = "/jobs/{jobId}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "listJobEvents")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(implementation = EventView.class)))
    SseEmitter ofJobLive(
            @PathVariable String jobId,
            @RequestHeader(name = "Last-Event-ID", required = false)
                    @Parameter(description = "Number of the last event that was seen; for the live feed.")
                    @Nullable String lastEventId) {
        Long after = number(lastEventId);
        Caller caller = CallerAuthentication.current();
        return forwarded
                .follow(jobId)
                .map(elsewhere -> feeds.beginElsewhere(elsewhere, after, caller))
                .orElseGet(() -> feeds.begin(withEvents(jobId), after, caller));
    }

    private JobId withEvents(String jobId) {
        Job job = visible.seen(jobId);
        job.refuseIfFilesAreRemoved();
        return job.id();
    }

    private static @Nullable Long number(@Nullable String lastEventId) {
        return lastEventId == null || lastEventId.isEmpty() ? null : Numbers.event(lastEventId);
    }
}
