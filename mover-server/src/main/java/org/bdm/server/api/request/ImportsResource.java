package org.bdm.server.api.request;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.bdm.core.control.Page;
import org.bdm.core.control.request.ImportEntryView;
import org.bdm.core.control.request.ImportView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.request.Draft;
import org.bdm.server.catalog.request.DraftReception;
import org.bdm.server.dataset.draft.DraftEntries;
import org.bdm.server.dataset.draft.DraftReceiver;
import org.bdm.server.dataset.draft.ImportCount;
import org.bdm.server.discovery.http.BoundedBody;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.read.ListReader;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.StreamedList;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Lists of other programs: read once, as they come, and kept as drafts. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "imports")
public class ImportsResource {
    static final String PATH = "/imports";

    private static final int LABEL_LENGTH_MAX = 500;

    private final ListReader lists = new ListReader();
    private final Catalog catalog;
    private final SubmissionLimits limits;
    private final Semaphore streams;

    ImportsResource(Catalog catalog, SubmissionLimits limits) {
        this.catalog = catalog;
        this.limits = limits;
        this.streams = new Semaphore(limits.streamsAtOnceMax());
    }

    @PostMapping(path = PATH, consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE, produces = "application/json")
    @Needs(Role.REQUESTER)
    @Audited("imported a list")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
                            schema = @Schema(type = "string", format = "binary")))
    @Operation(
            operationId = "importList",
            summary =
                    "Imports a download list (wget, Synda, esgpull, ...) as a draft, and lists the lines that are not understood",
            description =
                    "The body is the file, gzip allowed: a wget script of ESGF, a selection of Synda, queries of esgpull, a mapfile, "
                            + "Metalink 4, digests as sha256sum prints them, a batch of Globus, JSON or addresses of a catalog, dataset ids, DRS paths. "
                            + "The format is recognised from the content. docs/interchange.md says what is taken from each.")
    @ApiResponse(responseCode = "200", description = "Looked at; nothing is kept.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "201", description = "Kept as a draft.", useReturnTypeSchema = true)
    ResponseEntity<ImportView> read(
            @RequestParam(defaultValue = "false") @Parameter(description = "Only look: nothing is kept.")
                    boolean dryRun,
            @RequestParam(defaultValue = "") @Parameter(description = "What the draft is called, up to 500 characters.")
                    String label,
            @RequestHeader(name = HttpHeaders.CONTENT_ENCODING, required = false) @Parameter(hidden = true) @Nullable String encoding,
            HttpServletRequest request)
            throws IOException {
        if (!streams.tryAcquire()) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, limits.streamsAtOnceMax() + " lists are being imported already");
        }
        try {
            InputStream body = request.getInputStream();
            if (dryRun) {
                ImportCount count = new ImportCount(limits.linesMax());
                return ResponseEntity.ok(ImportViews.of(count.content(format(body, encoding, count))));
            }
            Draft draft = kept(body, encoding, PlainText.checked("label", label, LABEL_LENGTH_MAX));
            return ResponseEntity.created(URI.create(RouteRoles.API + PATH + "/draft-" + draft.number()))
                    .body(ImportViews.of(draft));
        } finally {
            streams.release();
        }
    }

    private Draft kept(InputStream body, @Nullable String encoding, String label) {
        ImportCount count = new ImportCount(limits.linesMax());
        String owner = CallerAuthentication.current().owner();
        try (DraftReception reception = catalog.drafts().receive(owner, label)) {
            String format = format(body, encoding, new DraftReceiver(count, reception));
            return reception.finish(count.content(format));
        }
    }

    /** Reads all of it. */
    private String format(InputStream body, @Nullable String encoding, EntryReceiver receiver) {
        try {
            InputStream file = new BoundedBody(StreamedList.unpacked(body, encoding), limits.unpackedBytesMax(), () -> {
                throw tooLarge();
            });
            return lists.read(file, receiver);
        } catch (IOException e) {
            throw StreamedList.broken(e);
        }
    }

    private MoverException tooLarge() {
        return new MoverException(
                ErrorCode.TOO_LARGE, "the list has more than " + limits.unpackedBytesMax() + " bytes when unpacked");
    }

    @GetMapping(PATH)
    @Needs(Role.REQUESTER)
    @Operation(operationId = "listImports", summary = "Drafts, oldest first; only the own ones for requesters")
    Page<ImportView> list(
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        int rows = Numbers.limit(limit);
        long after = cursor == null ? 0 : Numbers.draft(cursor);
        Caller caller = CallerAuthentication.current();
        String owner = caller.may(Role.OPERATOR) ? null : caller.owner();
        List<ImportView> views = catalog.drafts().after(after, owner, rows).stream()
                .map(ImportViews::of)
                .toList();
        return new Page<>(
                views, views.size() < rows ? null : views.get(rows - 1).id());
    }

    @GetMapping(PATH + "/{importId}")
    @Needs(Role.REQUESTER)
    @Operation(operationId = "getImport", summary = "One draft, with the lines that were refused or warned of")
    ImportView get(@PathVariable String importId) {
        return ImportViews.of(own(importId));
    }

    @GetMapping(PATH + "/{importId}/entries")
    @Needs(Role.REQUESTER)
    @Operation(operationId = "listImportEntries", summary = "What the list asks for, in its order")
    Page<ImportEntryView> entries(
            @PathVariable String importId,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        int rows = Numbers.limit(limit);
        long after = cursor == null ? 0 : Numbers.event(cursor);
        List<ImportEntryView> views = DraftEntries.of(catalog, own(importId).number()).after(after, rows).stream()
                .map(ImportViews::of)
                .toList();
        return new Page<>(
                views,
                views.size() < rows ? null : Long.toString(views.get(rows - 1).number()));
    }

    @DeleteMapping(PATH + "/{importId}")
    @Needs(Role.REQUESTER)
    @Audited("removed the draft {importId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeImport", summary = "Removes a draft that no open request asks for")
    void remove(@PathVariable String importId) {
        Answers.durable(catalog.drafts().remove(own(importId).number()));
    }

    /** A requester learns nothing of what others have. */
    private Draft own(String importId) {
        long number = Numbers.draft(importId);
        Caller caller = CallerAuthentication.current();
        return catalog.drafts()
                .find(number)
                .filter(draft -> caller.may(Role.OPERATOR) || draft.owner().equals(caller.owner()))
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no draft-" + number));
    }
}
