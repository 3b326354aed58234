package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.QuarantinedFileView;
import org.bdm.core.control.holding.RestoreDataset;
import org.bdm.core.control.holding.RestoredDataset;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.KeptHoldings.KeptHolding;
import org.bdm.server.look.Looks;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.upkeep.HoldingPolicies;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Files that policies moved into the quarantines of exports. Files of disputes are listed with the disputes. */
@RestController
@RequestMapping(RouteRoles.API + "/quarantine")
@Tag(name = "purges")
public class QuarantineResource {
    private static final int ID_LENGTH_MAX = 1_024;

    private final Catalog catalog;
    private final HoldingPolicies policies;
    private final Looks looks;

    QuarantineResource(Catalog catalog, HoldingPolicies policies, Looks looks) {
        this.catalog = catalog;
        this.policies = policies;
        this.looks = looks;
    }

    @GetMapping
    @Operation(operationId = "listQuarantine", summary = "Holdings whose files a policy moved into the quarantine")
    Page<QuarantinedFileView> list(
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        int rows = Numbers.limit(limit);
        List<KeptHolding> found = catalog.keptHoldings().after(Numbers.after(cursor), rows);
        boolean isLast = found.size() < rows;
        return new Page<>(
                found.stream().map(PurgeViews::of).toList(),
                isLast ? null : String.valueOf(found.get(rows - 1).number()));
    }

    @PostMapping(path = "/restorations", consumes = "application/json")
    @Operation(
            operationId = "restoreDataset",
            summary = "Moves the files of a dataset back to their places; no policy moves them again")
    RestoredDataset restore(@RequestBody RestoreDataset wish) {
        String dataset = PlainText.checked("dataset", wish.dataset(), ID_LENGTH_MAX);
        AuditedDetail.note(dataset);
        return new RestoredDataset(dataset, looks.now("the disk", () -> policies.restore(dataset)));
    }
}
