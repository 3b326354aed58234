package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.bdm.core.control.job.ReceivedItems;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.PartedSubmissions;
import org.bdm.server.message.StreamedList;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Jobs: the parts of a list that follows its job. */
@RestController
@RequestMapping(RouteRoles.API + "/jobs/{jobId}/items")
@Tag(name = "jobs")
public class JobItemsResource {
    private final PartedSubmissions submissions;
    private final JobScheduler scheduler;
    private final VisibleJobs visible;

    JobItemsResource(PartedSubmissions submissions, JobScheduler scheduler, VisibleJobs visible) {
        this.submissions = submissions;
        this.scheduler = scheduler;
        this.visible = visible;
    }

    @PostMapping(consumes = StreamedList.MEDIA_TYPE, produces = "application/json")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("sent a part of the list of {jobId}")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            content =
                    @Content(mediaType = StreamedList.MEDIA_TYPE, schema = @Schema(type = "string", format = "binary")))
    @Operation(
            operationId = "addJobItems",
            summary = "Stores a part of the list of a job; it is durable when this answers",
            description =
                    "For jobs submitted with itemsFollow=true. One item a line, gzip allowed. Entries that are stored "
                            + "already are skipped, so that a part may be repeated. An empty part tells how many are stored.")
    ReceivedItems add(
            @PathVariable String jobId,
            @RequestParam @Parameter(description = "Number of the first entry of this part in the whole list, from 0.")
                    int from,
            @RequestParam(required = false, defaultValue = "false")
                    @Parameter(description = "The list is complete with this part.")
                    boolean last,
            @RequestHeader(name = HttpHeaders.CONTENT_ENCODING, required = false) @Parameter(hidden = true) @Nullable String encoding,
            HttpServletRequest request)
            throws IOException {
        ReceivedItems received =
                submissions.part(visible.steered(jobId), from, last, request.getInputStream(), encoding);
        if (last) scheduler.wake();
        return received;
    }
}
