package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.reference.JsonReferences;
import org.bdm.server.reference.ParquetArchive;
import org.bdm.server.reference.ReferenceFormat;
import org.bdm.server.reference.ReferencePlace;
import org.bdm.server.reference.ReferenceSet;
import org.bdm.server.reference.ReferenceSets;
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

/** Reference sets of NetCDF files: docs/references.md. */
@RestController
@RequestMapping(RouteRoles.API + "/references")
@Tag(name = "holdings")
public class ReferencesResource {
    private final ReferenceSets sets;
    private final ServedExports served;
    private final Catalog catalog;
    private final OwnSite own;

    ReferencesResource(ReferenceSets sets, ServedExports served, Catalog catalog, OwnSite own) {
        this.sets = sets;
        this.served = served;
        this.catalog = catalog;
        this.own = own;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "getReferences",
            summary = "References to the chunks of NetCDF files, which xarray opens as one dataset",
            description = "Of one file, of the files of a directory, or of a dataset version that is held here."
                    + " docs/references.md says what a set has. What cannot be referenced is refused by name.")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = "application/octet-stream",
                            schema = @Schema(type = "string", format = "binary")))
    void get(
            @RequestParam String place,
            @RequestParam(defaultValue = "json") String format,
            @RequestParam(required = false) @Nullable String root,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        ReferenceFormat wanted = ReferenceFormat.ofName(format);
        String server = request.getScheme() + "://" + request.getHeader("Host");
        ReferenceSet set =
                place.startsWith("bdm://") ? ofEndpoint(place, root, server) : ofDataset(place, root, server);
        if (wanted == ReferenceFormat.JSON) {
            response.setContentType("application/json");
            JsonReferences.write(set, response.getOutputStream());
        } else {
            ParquetArchive archive = ParquetArchive.of(set); // what is refused is refused before the first byte
            response.setContentType("application/zip");
            archive.write(response.getOutputStream());
        }
    }

    private ReferenceSet ofEndpoint(String place, @Nullable String root, String server) {
        Endpoint endpoint = Endpoint.parse(place);
        if (!endpoint.site().equals(own.name())) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "references are made at the site that has the files: ask the server of '" + endpoint.site() + "'");
        }
        return sets.of(new ReferencePlace(endpoint.export(), endpoint.path(), root(endpoint.export(), root, server)));
    }

    private ReferenceSet ofDataset(String instanceId, @Nullable String root, String server) {
        List<Holding> held = held(instanceId);
        if (held.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "nothing is held here of " + instanceId);
        ExportName export = held.get(0).export();
        if (held.stream().anyMatch(holding -> !holding.export().equals(export))) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, instanceId + " lies in several exports: name the directory of one instead");
        }
        List<StorePath> paths = held.stream().map(Holding::path).toList();
        return sets.of(new ReferencePlace(export, StorePath.ROOT, root(export, root, server)), paths, instanceId);
    }

    private List<Holding> held(String instanceId) {
        List<Holding> held = new ArrayList<>();
        String cursor = null;
        do {
            HoldingQuery query = new HoldingQuery(instanceId, null, null, StorePath.ROOT, cursor, RowPage.ROWS_MAX);
            RowPage<Holding> page = catalog.holdings().page(query);
            held.addAll(page.rows());
            if (held.size() > ReferenceSets.FILES_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, instanceId + " has more than " + ReferenceSets.FILES_MAX + " files");
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return held;
    }

    /** The address that readers fetch chunks below. */
    private String root(ExportName export, @Nullable String root, String server) {
        if (root != null) return root.endsWith("/") ? root : root + "/";
        if (served.accessTo(export) != HttpAccess.OFF) return server + ServedAddress.FILES + export + "/";
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "export '" + export
                        + "' is not served over HTTP: give root, the address or file:// directory that readers have"
                        + " the export under");
    }
}
