package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.QuarantinedFileView;
import org.bdm.core.control.holding.RestoreDataset;
import org.bdm.core.control.holding.RestoredDataset;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.look.Looks;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.Role;
import org.bdm.server.upkeep.HoldingPolicies;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Files in the quarantines of exports: of policies, of plans of removal, and of disputes. */
@RestController
@RequestMapping(RouteRoles.API + "/quarantine")
@Tag(name = "purges")
public class QuarantineResource {
    private static final int ID_LENGTH_MAX = 1_024;

    private final QuarantineListing listing;
    private final HoldingPolicies policies;
    private final Looks looks;

    QuarantineResource(Catalog catalog, HoldingPolicies policies, Looks looks) {
        this.listing = new QuarantineListing(catalog);
        this.policies = policies;
        this.looks = looks;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "listQuarantine",
            summary = "Files in the quarantines of this site",
            description = "Of policies, of plans of removal and of open disputes, in this order.")
    Page<QuarantinedFileView> list(
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        return listing.page(cursor, Numbers.limit(limit));
    }

    @PostMapping(path = "/restorations", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("restored a dataset from the quarantine")
    @Operation(
            operationId = "restoreDataset",
            summary = "Moves the files of a dataset back to their places; no policy moves them again")
    RestoredDataset restore(@RequestBody RestoreDataset wish) {
        String dataset = PlainText.checked("dataset", wish.dataset(), ID_LENGTH_MAX);
        AuditedDetail.note(dataset);
        return new RestoredDataset(dataset, looks.now("the disk", () -> policies.restore(dataset)));
    }
}
