package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.MissingAtGlobus;
import org.bdm.server.holding.manifest.ManifestFiles;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Files that are missing here and that no node offers over HTTP, as the transfer of another program. */
@RestController
@RequestMapping(RouteRoles.API + "/manifests/missing")
@Tag(name = "holdings")
public class MissingFilesResource {
    private final ManifestFiles files;
    private final MissingAtGlobus missing;
    private final VisibleJobs visible;

    MissingFilesResource(
            Catalog catalog, LocalExports exports, OwnSite own, DatasetResolver resolver, VisibleJobs visible) {
        this.files = new ManifestFiles(catalog, exports, own);
        this.missing = new MissingAtGlobus(resolver, catalog);
        this.visible = visible;
    }

    @GetMapping
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "getMissingBatch",
            summary = "The files of datasets that are missing here and that Globus has, as the batch of a transfer",
            description = "Asks the indexes. The file is one for 'globus transfer --batch'; comments name the source"
                    + " endpoint, and missing files that it does not have.")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = "application/octet-stream",
                            schema = @Schema(type = "string", format = "binary")))
    void get(
            @RequestParam @Parameter(description = "job-7, or the instance id of a dataset version") String subject,
            @RequestParam @Parameter(description = "Absolute directory at the destination endpoint") String root,
            @RequestParam(required = false)
                    @Parameter(description = "UUID of the source endpoint, if there are several")
                    @Nullable String endpoint,
            HttpServletResponse response)
            throws IOException {
        if (!subject.contains(".")) visible.seen(subject); // the id of a dataset has dots
        MissingAtGlobus.Batch batch = missing.of(files.wantedBy(subject), endpoint);
        // Once for nothing: what is refused is refused before the first byte.
        batch.write(root, OutputStream.nullOutputStream());
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        batch.write(root, response.getOutputStream());
    }
}
