package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.AuditCheckView;
import org.bdm.core.control.site.AuditLineView;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.catalog.site.AuditFilter;
import org.bdm.server.message.Moments;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.AuditFinding;
import org.bdm.server.site.access.AuditSeals;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The audit log: read and checked, never changed from here. */
@RestController
@RequestMapping(AuditResource.PATH)
@Tag(name = "audit")
public class AuditResource {
    static final String PATH = RouteRoles.API + "/audit";

    private final Catalog catalog;
    private final AuditSeals seals;
    private final AuditWords words;

    AuditResource(Catalog catalog, AuditSeals seals, RouteRoles routes) {
        this.catalog = catalog;
        this.seals = seals;
        this.words = new AuditWords(routes::did);
    }

    @GetMapping
    @Needs(Role.ADMIN)
    @Operation(
            operationId = "listAudit",
            summary = "Lines of the audit log, newest first",
            description = "A page may be short, or empty, and still have a next one: only a missing cursor is the end.")
    @Parameter(
            name = "since",
            in = ParameterIn.QUERY,
            description = "RFC 3339; this moment and later.",
            schema = @Schema(type = "string", format = "date-time"))
    @Parameter(
            name = "until",
            in = ParameterIn.QUERY,
            description = "RFC 3339; before this moment.",
            schema = @Schema(type = "string", format = "date-time"))
    Page<AuditLineView> list(
            @RequestParam(required = false) @Parameter(description = "Owner of a token.") @Nullable String who,
            @RequestParam(required = false) @Parameter(description = "A part of the action.") @Nullable String action,
            @RequestParam(required = false)
                    @Parameter(description = "A part of the object or of the detail; job-7 does not find job-70.")
                    @Nullable String object,
            @RequestParam(required = false) @Parameter(description = "The whole result.") @Nullable String result,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit,
            @RequestParam @Parameter(hidden = true) MultiValueMap<String, String> all) {
        AuditFilter filter = new AuditFilter(
                who,
                action,
                object,
                result,
                Moments.parse("since", all.getFirst("since")),
                Moments.parse("until", all.getFirst("until")));
        var page = catalog.audit().page(filter, cursor, Numbers.limit(limit));
        return new Page<>(page.rows().stream().map(this::view).toList(), page.nextCursor());
    }

    @GetMapping("/check")
    @Needs(Role.ADMIN)
    @Operation(
            operationId = "checkAudit",
            summary = "Compares the audit log with its chain and its signatures",
            description =
                    "Takes a few seconds at most. A long log is compared in steps: ask again with nextCursor as cursor until it is null;"
                            + " the log is intact if every step is. lines is the length of the log; the rest is of this step.")
    AuditCheckView check(@RequestParam(required = false) @Nullable String cursor) {
        AuditFinding found = seals.check(cursor);
        return new AuditCheckView(
                found.troubles().isEmpty(),
                found.lines(),
                found.checkedLine(),
                found.seals(),
                found.sealedLine(),
                found.sealedAt(),
                found.brokenLine(),
                found.troubles(),
                found.nextCursor());
    }

    private AuditLineView view(AuditEntry line) {
        return new AuditLineView(
                line.number(),
                line.at(),
                line.actor(),
                line.action(),
                line.object(),
                line.result(),
                line.address(),
                line.detail(),
                words.of(line));
    }
}
