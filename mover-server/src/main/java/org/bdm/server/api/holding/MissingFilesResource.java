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
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.MissingAtDataNodes;
import org.bdm.server.dataset.replica.MissingAtGlobus;
import org.bdm.server.holding.manifest.ManifestFiles;
import org.bdm.server.interchange.write.ManifestFile;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Files that are missing here, as the transfer of another program. */
@RestController
@RequestMapping(RouteRoles.API + "/manifests/missing")
@Tag(name = "holdings")
public class MissingFilesResource {
    private static final List<ManifestFormat> FORMATS = Stream.concat(
                    Stream.of(ManifestFormat.GLOBUS_BATCH), HandOverWriters.OF_ADDRESSES.stream())
            .toList();

    private final ManifestFiles files;
    private final MissingAtGlobus atGlobus;
    private final MissingAtDataNodes atDataNodes;
    private final VisibleJobs visible;
    private final Clock clock;

    MissingFilesResource(
            Catalog catalog,
            LocalExports exports,
            OwnSite own,
            DatasetResolver resolver,
            VisibleJobs visible,
            Clock clock) {
        this.files = new ManifestFiles(catalog, exports, own);
        this.atGlobus = new MissingAtGlobus(resolver, catalog);
        this.atDataNodes = new MissingAtDataNodes(resolver, catalog);
        this.clock = clock;
        this.visible = visible;
    }

    @GetMapping
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "getMissingBatch",
            summary = "The files of datasets that are missing here, as a list by which another program transfers them",
            description =
                    "Asks the indexes. A globus-batch has what Globus has, for 'globus transfer --batch'; comments"
                            + " name the source endpoint, and missing files that it does not have. The other formats have"
                            + " what data nodes offer over HTTP.")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = "application/octet-stream",
                            schema = @Schema(type = "string", format = "binary")))
    void get(
            @RequestParam @Parameter(description = "job-7, or the instance id of a dataset version") String subject,
            @RequestParam(required = false)
                    @Parameter(description = "globus-batch, fts: directory at the destination")
                    @Nullable String root,
            @RequestParam(required = false)
                    @Parameter(description = "UUID of the source endpoint, if there are several")
                    @Nullable String endpoint,
            @RequestParam(required = false)
                    @Parameter(
                            description = "globus-batch if not given, or metalink, rclone-urls, wget, aria2, gfal, fts")
                    @Nullable String format,
            @RequestParam(required = false) @Parameter(description = "As for a manifest of what is held") @Nullable String digest,
            HttpServletResponse response)
            throws IOException {
        if (!subject.contains(".")) visible.seen(subject); // the id of a dataset has dots
        ManifestFormat wanted =
                ManifestFormat.of(format == null ? ManifestFormat.GLOBUS_BATCH.label() : format, FORMATS);
        HandOverWriters writers = new HandOverWriters(wanted, root, wanted.algorithm(digest), clock.instant(), false);
        Listing listing = listing(subject, endpoint, writers);
        // Once for nothing: what is refused is refused before the first byte.
        listing.write(OutputStream.nullOutputStream());
        response.setContentType(wanted.mediaType());
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        listing.write(response.getOutputStream());
    }

    private interface Listing {
        void write(OutputStream out) throws IOException;
    }

    private Listing listing(String subject, @Nullable String endpoint, HandOverWriters writers) {
        List<String> datasets = files.wantedBy(subject);
        if (writers.format() == ManifestFormat.GLOBUS_BATCH) {
            MissingAtGlobus.Batch batch = atGlobus.of(datasets, endpoint);
            return out -> batch.write(writers.on(out), out);
        }
        List<ManifestFile> missing = atDataNodes.of(datasets);
        return out -> MissingAtDataNodes.write(missing, writers.on(out));
    }
}
