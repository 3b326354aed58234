package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.FileView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.Files;
import org.bdm.server.catalog.file.ReusedFile;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.message.Numbers;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Files of a job. */
@RestController
@RequestMapping(RouteRoles.API + "/jobs/{jobId}/files")
@Tag(name = "jobs")
public class JobFilesResource {
    private final Catalog catalog;
    private final LiveJobs live;
    private final VisibleJobs visible;

    JobFilesResource(Catalog catalog, LiveJobs live, VisibleJobs visible) {
        this.catalog = catalog;
        this.live = live;
        this.visible = visible;
    }

    @GetMapping
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
        JobId id = withFiles(jobId);
        FileState wanted = state == null ? null : state(state);
        int rows = Numbers.limit(limit);
        if (wanted == FileState.ACTIVE || wanted == FileState.VERIFYING) return underWay(id, wanted, q, cursor, rows);
        RowPage<FileRow> page =
                catalog.files().page(new FileQuery(id, wanted, q == null || q.isEmpty() ? null : q, cursor, rows));
        Map<FileId, FileUnderWay> running = live.filesOf(id);
        List<FileId> files = page.rows().stream().map(FileRow::id).toList();
        Map<FileId, ReusedFile> reused = catalog.files().reused(files);
        Map<FileId, List<Origin>> origins = catalog.files().origins(files);
        return new Page<>(
                page.rows().stream()
                        .map(row -> FileViews.of(
                                row,
                                running.get(row.id()),
                                reused.get(row.id()),
                                origins.getOrDefault(row.id(), List.of())))
                        .toList(),
                page.nextCursor());
    }

    /** The catalog does not know these: the cursor is the number of the last file shown. */
    private Page<FileView> underWay(
            JobId job, FileState wanted, @Nullable String prefix, @Nullable String cursor, int rows) {
        long after = cursor == null ? 0 : Numbers.file(cursor).number();
        List<FileUnderWay> running = live.filesOf(job).values().stream()
                .filter(file -> file.state() == wanted && file.file().number() > after)
                .sorted(Comparator.comparing(file -> file.file().number()))
                .toList();
        List<FileView> views = new ArrayList<>();
        for (FileUnderWay file : running) {
            if (views.size() == rows)
                return new Page<>(views, views.get(rows - 1).id());
            Optional<FileRow> row = catalog.files()
                    .find(file.file())
                    .filter(found -> !found.state().isFinal())
                    .filter(found -> prefix == null || found.path().shown().startsWith(prefix));
            row.ifPresent(found -> views.add(FileViews.of(found, file, null, List.of())));
        }
        return new Page<>(views, null);
    }

    private static FileState state(String text) {
        for (FileState state : FileState.values()) if (state.name().equals(text.toUpperCase(Locale.ROOT))) return state;
        throw new MoverException(ErrorCode.INVALID_REQUEST, "state: there is no state '" + text + "' of a file");
    }

    @GetMapping("/{fileId}")
    @Operation(operationId = "getFile", summary = "One file of a job, with its last attempts")
    FileView file(@PathVariable String jobId, @PathVariable String fileId) {
        Job owner = visible.seen(jobId);
        owner.refuseIfFilesAreRemoved();
        JobId job = owner.id();
        FileId file = Numbers.file(fileId);
        if (!FileNumber.job(file).equals(job)) throw unknown(file, job);
        List<Files.Attempt> attempts = catalog.files().attempts(file);
        FileRow row = catalog.files().find(file).orElseThrow(() -> unknown(file, job));
        return FileViews.of(
                        row,
                        live.filesOf(job).get(file),
                        catalog.files().reused(List.of(file)).get(file),
                        catalog.files().origins(List.of(file)).getOrDefault(file, List.of()))
                .withTries(AttemptViews.of(row, owner, attempts));
    }

    private JobId withFiles(String jobId) {
        Job job = visible.seen(jobId);
        job.refuseIfFilesAreRemoved();
        return job.id();
    }

    private static MoverException unknown(FileId file, JobId job) {
        return new MoverException(ErrorCode.UNKNOWN_FILE, job + " has no " + file);
    }
}
