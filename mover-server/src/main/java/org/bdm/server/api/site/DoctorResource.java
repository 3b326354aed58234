package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.bdm.core.control.site.DoctorView;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.Role;
import org.bdm.server.support.BundlePart;
import org.bdm.server.support.KnownSecrets;
import org.bdm.server.support.SupportBundle;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The machine of this node, examined, and a support bundle of this process. Every process of a site has it, whatever its role. */
@RestController
@Tag(name = "doctor")
public class DoctorResource {
    private final DoctorViews views;
    private final SupportBundle bundle;
    private final AuditTrail audit;

    DoctorResource(
            DoctorViews views,
            List<BundlePart> parts,
            KnownSecrets secrets,
            Catalog catalog,
            AuditTrail audit,
            Clock clock) {
        this.views = views;
        this.bundle = new SupportBundle(parts, new CatalogSecrets(catalog, secrets), clock);
        this.audit = audit;
    }

    @GetMapping(RouteRoles.DOCTOR)
    @Needs(Role.OPERATOR)
    @Operation(
            operationId = "getDoctor",
            summary = "Checks whether the machine of this node suits a data transfer node",
            description =
                    "Of the node that answers; ask every node at its own address. Reads only, and answers within a few seconds."
                            + " docs/how-to/doctor.md says what each check means.")
    DoctorView doctor() {
        return views.examine();
    }

    @GetMapping(RouteRoles.SUPPORT_BUNDLE)
    @Needs(Role.ADMIN)
    @Operation(
            operationId = "getSupportBundle",
            summary = "A zip archive with what is needed to look into a defect, without secrets",
            description =
                    "Of the node that answers: doctor, version, settings, the last 5 MiB of the log, threads, metrics, nodes,"
                            + " sites, attention, jobs and why the last failed ones failed.")
    @ApiResponse(
            responseCode = "200",
            content = @Content(mediaType = "application/zip", schema = @Schema(type = "string", format = "binary")))
    void bundle(HttpServletRequest request, HttpServletResponse response) throws IOException {
        audit.note(
                CallerAuthentication.current().owner(),
                "GET " + RouteRoles.SUPPORT_BUNDLE,
                "support bundle",
                "OK",
                request.getRemoteAddr(),
                "");
        response.setContentType("application/zip");
        response.setHeader("Content-Disposition", "attachment; filename=\"bdm-support.zip\"");
        bundle.write(response.getOutputStream());
    }
}
