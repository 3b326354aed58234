package org.bdm.server.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.bdm.core.control.CompletenessRequest;
import org.bdm.core.control.CompletenessView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.access.OwnSite;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.DigestOrigin;
import org.bdm.server.catalog.Page;
import org.bdm.server.catalog.ReplicaSetQuery;
import org.bdm.server.catalog.ReplicaSetSummary;
import org.bdm.server.replicas.Completeness;
import org.bdm.server.replicas.CompletenessCell;
import org.bdm.server.replicas.CompletenessMatrix;
import org.bdm.server.replicas.CompletenessRow;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Which site has how much of which dataset. */
@RestController
@RequestMapping(RouteRoles.API + "/completeness")
@Tag(name = "holdings")
class CompletenessResource {
    private static final int DATASETS_MAX = 5_000;
    private static final int ID_LENGTH_MAX = 1_024;

    private final Catalog catalog;
    private final Completeness completeness;

    CompletenessResource(Catalog catalog, OwnSite own) {
        this.catalog = catalog;
        this.completeness = new Completeness(catalog, own.name());
    }

    @GetMapping
    @Operation(
            operationId = "listCompleteness",
            summary = "Datasets by sites, of the replica sets that are known, in the order of their names",
            description = "The sites of a page are those of its datasets: another page may have others.")
    CompletenessView list(
            @RequestParam(required = false)
                    @Parameter(description = "How the instance id begins, in any case.")
                    @Nullable String prefix,
            @RequestParam(required = false) @Parameter(description = "Only latest versions, or only others.") @Nullable Boolean latest,
            @RequestParam(required = false)
                    @Parameter(description = "Only what this data node is said to have.")
                    @Nullable String node,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        Page<ReplicaSetSummary> page = catalog.replicaSets()
                .page(new ReplicaSetQuery(
                        prefix == null ? "" : PlainText.checked("prefix", prefix, ID_LENGTH_MAX),
                        Optional.empty(),
                        Optional.ofNullable(latest),
                        Optional.empty(),
                        Optional.ofNullable(node).filter(name -> !name.isEmpty()),
                        cursor,
                        Numbers.limit(limit)));
        List<String> ids =
                page.rows().stream().map(ReplicaSetSummary::instanceId).toList();
        return view(completeness.of(ids), page.nextCursor());
    }

    @PostMapping(consumes = "application/json")
    @Operation(
            operationId = "getCompleteness",
            summary = "Datasets by sites, of datasets that are named; nothing is changed",
            description = "A dataset that nobody knows has a row in which it is ABSENT everywhere.")
    CompletenessView of(@RequestBody CompletenessRequest request) {
        if (request.datasets().size() > DATASETS_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    request.datasets().size() + " datasets are named; ask for " + DATASETS_MAX + " at a time");
        }
        for (String id : request.datasets()) PlainText.checked("datasets", id, ID_LENGTH_MAX);
        return view(completeness.of(request.datasets()), null);
    }

    private static CompletenessView view(CompletenessMatrix matrix, @Nullable String cursor) {
        return new CompletenessView(
                matrix.sites(),
                matrix.rows().stream().map(CompletenessResource::row).toList(),
                cursor);
    }

    private static CompletenessView.Row row(CompletenessRow row) {
        return new CompletenessView.Row(
                row.instanceId(),
                row.files(),
                row.bytes(),
                row.latest(),
                row.retracted(),
                MarkViews.of(row.mark()),
                row.cells().stream().map(CompletenessResource::cell).toList());
    }

    private static CompletenessView.Cell cell(CompletenessCell cell) {
        DigestOrigin weakest = cell.verifiedAs();
        return new CompletenessView.Cell(
                cell.state().name(),
                cell.files(),
                cell.otherVersion(),
                cell.verified(),
                weakest == null ? null : weakest.shownAs(),
                cell.verifiedAt());
    }
}
