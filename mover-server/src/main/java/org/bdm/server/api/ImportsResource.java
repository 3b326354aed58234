package org.bdm.server.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import org.bdm.core.control.ImportView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.interchange.ListReader;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists of other programs. Read once, as they come; nothing is kept. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "imports")
class ImportsResource {
    static final String PATH = "/imports";
    static final String MEDIA_TYPE = "application/octet-stream";

    private final ListReader lists = new ListReader();
    private final SubmissionLimits limits;
    private final Semaphore streams;

    ImportsResource(SubmissionLimits limits) {
        this.limits = limits;
        this.streams = new Semaphore(limits.streamsAtOnceMax());
    }

    @PostMapping(path = PATH, consumes = MEDIA_TYPE, produces = "application/json")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content = @Content(mediaType = MEDIA_TYPE, schema = @Schema(type = "string", format = "binary")))
    @Operation(
            operationId = "importList",
            summary = "Says what a list of another program holds, and which of its lines are not understood",
            description =
                    "The body is the file, gzip allowed: a wget script of ESGF, a selection of Synda, queries of esgpull, a mapfile, "
                            + "Metalink 4, digests as sha256sum prints them, a batch of Globus, JSON or addresses of a catalog, dataset ids, DRS paths. "
                            + "The format is recognised from the content. docs/interchange.md says what is taken from each.")
    ImportView read(
            @RequestParam(defaultValue = "false")
                    @Parameter(description = "Must be true: this version only looks, drafts come later.")
                    boolean dryRun,
            @RequestHeader(name = HttpHeaders.CONTENT_ENCODING, required = false) @Parameter(hidden = true) @Nullable String encoding,
            HttpServletRequest request)
            throws IOException {
        if (!dryRun) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "this version makes no draft of a list yet; with --dry-run (dryRun=true) it says what the list holds");
        }
        if (!streams.tryAcquire()) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, limits.streamsAtOnceMax() + " lists are being imported already");
        }
        try {
            return counted(request.getInputStream(), encoding);
        } finally {
            streams.release();
        }
    }

    private ImportView counted(InputStream body, @Nullable String encoding) {
        ImportCount count = new ImportCount(limits.linesMax());
        try {
            InputStream file =
                    new BoundedBody(StreamedList.unpacked(body, encoding), limits.unpackedBytesMax(), this::tooLarge);
            return count.view(lists.read(file, count));
        } catch (IOException e) {
            throw StreamedList.broken(e);
        }
    }

    private MoverException tooLarge() {
        return new MoverException(
                ErrorCode.TOO_LARGE, "the list has more than " + limits.unpackedBytesMax() + " bytes when unpacked");
    }
}
