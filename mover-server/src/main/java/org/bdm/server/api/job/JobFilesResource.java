package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.FileView;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.campaign.JobParts;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Files of a job, of this site or another. */
@RestController
@RequestMapping(RouteRoles.API + "/jobs/{jobId}/files")
@Tag(name = "jobs")
public class JobFilesResource {
    private final JobPartViews parts;
    private final VisibleJobs visible;
    private final ForwardedJobs forwarded;

    JobFilesResource(JobPartViews parts, VisibleJobs visible, ForwardedJobs forwarded) {
        this.parts = parts;
        this.visible = visible;
        this.forwarded = forwarded;
    }

    @GetMapping
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "listFiles",
            summary = "Files of a job in its order",
            description = "A page may be short, or empty, and still have a next one: only a missing cursor is the end.")
    Page<FileView> list(
            @PathVariable String jobId,
            @RequestParam(required = false) @Parameter(description = "One state of a file.") @Nullable String state,
            @RequestParam(required = false)
                    @Parameter(description = "How the path below the item's root begins.")
                    @Nullable String q,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        return forwarded
                .ask(jobId, (at, id, by) -> at.files(id, state, q, cursor, limit, by))
                .orElseGet(() -> {
                    Job job = visible.seen(jobId);
                    return parts.files(job, new JobParts.FilesWanted(state, q, cursor, Numbers.limit(limit)));
                });
    }

    @GetMapping("/{fileId}")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "getFile", summary = "One file of a job, with its last attempts")
    FileView file(@PathVariable String jobId, @PathVariable String fileId) {
        return forwarded
                .ask(jobId, (at, id, by) -> at.file(id, fileId, by))
                .orElseGet(() -> parts.file(visible.seen(jobId), fileId));
    }
}
