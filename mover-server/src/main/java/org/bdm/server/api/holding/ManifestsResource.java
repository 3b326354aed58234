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
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.control.holding.ManifestDatasetsView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.store.AddressPath;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.manifest.ManifestFiles;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.write.DestinationsOnce;
import org.bdm.server.interchange.write.DigestListWriter;
import org.bdm.server.interchange.write.DigestListWriter.PathForm;
import org.bdm.server.interchange.write.ManifestFile;
import org.bdm.server.interchange.write.ManifestWriter;
import org.bdm.server.interchange.write.MapfileWriter;
import org.bdm.server.interchange.write.ReceiptWriter;
import org.bdm.server.interchange.write.StacPatchWriter;
import org.bdm.server.interchange.write.StacReplica;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.serving.HttpAccess;
import org.bdm.server.site.serving.ServedAddress;
import org.bdm.server.site.serving.ServedExports;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** Manifests of held files, for publication, audit and other programs. */
@RestController
@RequestMapping(RouteRoles.API + "/manifests")
@Tag(name = "holdings")
public class ManifestsResource {
    private static final String ENCODED_BACKSLASH = "%5C";

    private final ManifestFiles files;
    private final ServedExports served;
    private final OwnSite own;
    private final NodeCredentials credentials;
    private final Clock clock;
    private final VisibleJobs visible;

    ManifestsResource(
            Catalog catalog,
            LocalExports exports,
            ServedExports served,
            OwnSite own,
            NodeCredentials credentials,
            Clock clock,
            VisibleJobs visible) {
        this.files = new ManifestFiles(catalog, exports, own);
        this.served = served;
        this.own = own;
        this.credentials = credentials;
        this.clock = clock;
        this.visible = visible;
    }

    @GetMapping
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "getManifest",
            summary = "A list of files that are held, for publication, for another program or for audit",
            description =
                    "docs/interchange.md says what each format holds. A file that the format cannot say is refused"
                            + " with its name, before anything is sent.")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = "application/octet-stream",
                            schema = @Schema(type = "string", format = "binary")))
    void get(
            @RequestParam @Parameter(description = "job-7, or the instance id of a dataset version") String subject,
            @RequestParam
                    @Parameter(
                            description = "mapfile, sha256sum, metalink, stac-patch, globus-batch, rclone, rclone-urls,"
                                    + " wget, aria2, gfal, fts or receipt")
                    String format,
            @RequestParam(required = false)
                    @Parameter(description = "stac-patch: the registered name of our data node")
                    @Nullable String node,
            @RequestParam(required = false)
                    @Parameter(
                            description = "Lists of addresses, stac-patch: address above the paths of the export;"
                                    + " globus-batch, fts: directory at the destination")
                    @Nullable String root,
            @RequestParam(required = false)
                    @Parameter(description = "Also list files that nobody outside vouches for; false if not given.")
                    @Nullable Boolean includeUnvouched,
            @RequestParam(required = false)
                    @Parameter(
                            description = "globus-batch (sha256 if not given) and fts (md5 if not given): digests of"
                                    + " which algorithm the list has: sha256, md5 or none")
                    @Nullable String digest,
            ServletWebRequest web)
            throws IOException {
        if (!subject.contains(".")) visible.seen(subject); // the id of a dataset has dots
        ManifestFormat wanted = ManifestFormat.of(format, ManifestFormat.all());
        Request request = new Request(
                subject,
                wanted,
                node,
                root,
                wanted.algorithm(digest),
                Boolean.TRUE.equals(includeUnvouched),
                web.getRequest().getScheme() + "://" + web.getRequest().getHeader("Host"),
                clock.instant());
        // Once for nothing: what is refused is refused before the first byte.
        write(request, OutputStream.nullOutputStream());
        HttpServletResponse response = Objects.requireNonNull(web.getResponse());
        response.setContentType(wanted.mediaType());
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        write(request, response.getOutputStream());
    }

    @GetMapping("/datasets")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "getManifestDatasets",
            summary =
                    "The dataset versions that files of a job belong to: formats of one dataset need a manifest for each")
    ManifestDatasetsView datasets(
            @RequestParam @Parameter(description = "job-7, or the instance id of a dataset version") String subject) {
        if (!subject.contains(".")) visible.seen(subject);
        ManifestFiles.DatasetVersions versions = files.versionsOf(subject);
        return new ManifestDatasetsView(versions.instanceIds(), versions.filesOfNone());
    }

    /** A request for a manifest, as it was understood. */
    private record Request(
            String subject,
            ManifestFormat format,
            @Nullable String node,
            @Nullable String root,
            @Nullable ChecksumAlgorithm algorithm,
            boolean withUnvouched,
            String server,
            Instant now) {}

    private void write(Request request, OutputStream out) throws IOException {
        files.write(
                request.subject(),
                new ManifestFiles.Choice(
                        holding -> addresses(holding, request),
                        request.format() == ManifestFormat.RECEIPT,
                        request.withUnvouched()),
                writer(request, out));
    }

    private ManifestWriter writer(Request request, OutputStream out) throws IOException {
        String subject = request.subject();
        return switch (request.format()) {
            case MAPFILE -> new MapfileWriter(out);
            case SHA256SUM ->
                new DestinationsOnce(
                        new DigestListWriter(ChecksumAlgorithm.SHA256, PathForm.RELATIVE, out),
                        ManifestFile::relativePath);
            case STAC_PATCH ->
                StacPatchWriter.adding(dataset(subject), replica(request.node(), request.root()), request.now(), out);
            case RECEIPT -> new ReceiptWriter(siteKey(), own.name().value(), subject, request.now(), out);
            case GLOBUS_BATCH, METALINK, RCLONE, RCLONE_URLS, WGET, ARIA2, GFAL, FTS ->
                new HandOverWriters(request.format(), request.root(), request.algorithm(), request.now(), true).on(out);
        };
    }

    /** Receipts are checked for years, by who knows the site: a node's own key would mean nothing to them. */
    private NodeKey siteKey() {
        NodeKey key = credentials.key();
        if (key.node().equals(credentials.pin())) return key;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "receipts are signed with the key of the site, which this node does not have: ask a node that has it, usually the first");
    }

    private DatasetName dataset(String subject) {
        DatasetName dataset = files.datasetOf(subject);
        if (dataset != null) return dataset;
        throw new MoverException(ErrorCode.INVALID_REQUEST, "the files of " + subject + " belong to no dataset");
    }

    private static StacReplica replica(@Nullable String node, @Nullable String root) {
        if (node == null || root == null) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "a stac-patch needs node, our registered name, and root, our address");
        }
        return new StacReplica(node, uri(root));
    }

    /**
     * Returns the addresses that serve the holding; empty if its export is not public and no address was given. The root of a batch of Globus
     * and of a job of FTS is the destination.
     */
    private List<URI> addresses(Holding holding, Request request) {
        String root = request.root();
        if (request.format() == ManifestFormat.GLOBUS_BATCH) return List.of();
        String path = AddressPath.encoded(holding.path().bytes());
        if (root != null && request.format() != ManifestFormat.FTS)
            return List.of(uri((root.endsWith("/") ? root : root + "/") + path));
        if (served.accessTo(holding.export()) != HttpAccess.PUBLIC) return List.of();
        if (path.contains(ENCODED_BACKSLASH)) {
            throw new MoverException(
                    ErrorCode.INVALID_PATH,
                    QuotedText.of(holding.path().shown())
                            + " has a backslash, and this server serves no such name over HTTP: write the list with"
                            + " '--format rclone', or name another address above the paths of the export with --root");
        }
        return List.of(uri(request.server() + ServedAddress.FILES + holding.export() + "/" + path));
    }

    private static URI uri(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "'" + text + "' is not an address", e);
        }
    }
}
