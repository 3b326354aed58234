package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.control.holding.CompletenessGroupsView;
import org.bdm.core.control.holding.CompletenessRequest;
import org.bdm.core.control.holding.CompletenessView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSetQuery;
import org.bdm.server.catalog.dataset.ReplicaSetSummary;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.holding.completeness.Completeness;
import org.bdm.server.holding.completeness.CompletenessCell;
import org.bdm.server.holding.completeness.CompletenessGroups;
import org.bdm.server.holding.completeness.CompletenessMatrix;
import org.bdm.server.holding.completeness.CompletenessRow;
import org.bdm.server.holding.completeness.CompletenessState;
import org.bdm.server.holding.completeness.NamedFacets;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The completeness of datasets at each site. */
@RestController
@RequestMapping(RouteRoles.API + "/completeness")
@Tag(name = "holdings")
public class CompletenessResource {
    private static final int DATASETS_MAX = 5_000;
    private static final int ID_LENGTH_MAX = 1_024;
    private static final int GROUPED_MAX = 20_000;
    private static final int FACETS_MAX = 50;

    private final Catalog catalog;
    private final OwnSite own;
    private final Completeness completeness;

    CompletenessResource(Catalog catalog, OwnSite own, LocalExports exports) {
        this.catalog = catalog;
        this.own = own;
        this.completeness = new Completeness(catalog, own.name(), exports::names);
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "listCompleteness",
            summary = "Datasets by sites, of the replica sets that are known, in the order of their names",
            description =
                    "The sites of a page are those of its datasets: another page may have others. A page may be short, or empty, and still have a next one.")
    @Parameter(
            name = "facet",
            in = ParameterIn.QUERY,
            description = "FACET=VALUE or FACET!=VALUE, by the facets in the name; may be repeated.",
            array = @ArraySchema(schema = @Schema(type = "string")))
    CompletenessView list(
            @RequestParam(required = false)
                    @Parameter(description = "How the instance id begins, in any case.")
                    @Nullable String prefix,
            @RequestParam(required = false) @Parameter(description = "Only latest versions, or only others.") @Nullable Boolean latest,
            @RequestParam(required = false)
                    @Parameter(description = "Only what this data node is said to have.")
                    @Nullable String node,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam @Parameter(hidden = true) MultiValueMap<String, String> all) {
        Choice choice = choice(prefix, all.getOrDefault("facet", List.of()), latest, node);
        RowPage<ReplicaSetSummary> page = page(choice, cursor, Numbers.limit(limit));
        return view(completeness.of(ids(choice, page)), page.nextCursor());
    }

    @GetMapping("/groups")
    @Needs(Role.READER)
    @Operation(
            operationId = "countCompleteness",
            summary = "Known datasets by the value of a facet and by site: how many are complete, partial, ..",
            description = "The facets are those that names of datasets tell.")
    @Parameter(
            name = "facet",
            in = ParameterIn.QUERY,
            description = "FACET=VALUE or FACET!=VALUE, by the facets in the name; may be repeated.",
            array = @ArraySchema(schema = @Schema(type = "string")))
    CompletenessGroupsView groups(
            @RequestParam @Parameter(description = "The facet, for example source_id.") String by,
            @RequestParam(required = false)
                    @Parameter(description = "How the instance id begins, in any case.")
                    @Nullable String prefix,
            @RequestParam(required = false) @Parameter(description = "Only latest versions, or only others.") @Nullable Boolean latest,
            @RequestParam(required = false)
                    @Parameter(description = "Only what this data node is said to have.")
                    @Nullable String node,
            @RequestParam @Parameter(hidden = true) MultiValueMap<String, String> all) {
        CompletenessGroups groups =
                new CompletenessGroups(NamedFacets.checked(by), own.name().value());
        Choice choice = choice(prefix, all.getOrDefault("facet", List.of()), latest, node);
        String cursor = null;
        do {
            RowPage<ReplicaSetSummary> page = page(choice, cursor, RowPage.ROWS_MAX);
            groups.add(completeness.of(ids(choice, page)));
            if (groups.datasets() > GROUPED_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, "there are more than " + GROUPED_MAX + " of these datasets; choose fewer");
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return view(NamedFacets.checked(by), groups);
    }

    /** The choice among the known datasets. */
    private record Choice(String prefix, NamedFacets facets, Optional<Boolean> latest, Optional<String> node) {}

    private static Choice choice(
            @Nullable String prefix, List<String> written, @Nullable Boolean latest, @Nullable String node) {
        if (written.size() > FACETS_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "at most " + FACETS_MAX + " facets are taken");
        }
        for (String one : written) PlainText.checked("facet", one, ID_LENGTH_MAX);
        NamedFacets named = NamedFacets.of(written);
        String begins = prefix == null ? "" : PlainText.checked("prefix", prefix, ID_LENGTH_MAX);
        return new Choice(
                begins.isEmpty() ? named.prefix() : begins,
                named,
                Optional.ofNullable(latest),
                Optional.ofNullable(node).filter(name -> !name.isEmpty()));
    }

    private RowPage<ReplicaSetSummary> page(Choice choice, @Nullable String cursor, int rows) {
        return catalog.replicaSets()
                .page(new ReplicaSetQuery(
                        choice.prefix(),
                        Optional.empty(),
                        choice.latest(),
                        Optional.empty(),
                        choice.node(),
                        cursor,
                        rows));
    }

    private static List<String> ids(Choice choice, RowPage<ReplicaSetSummary> page) {
        return page.rows().stream()
                .map(ReplicaSetSummary::instanceId)
                .filter(choice.facets()::fit)
                .toList();
    }

    private static CompletenessGroupsView view(String facet, CompletenessGroups groups) {
        return new CompletenessGroupsView(
                facet,
                groups.datasets(),
                groups.sites(),
                groups.counted().stream()
                        .map(group -> new CompletenessGroupsView.Group(
                                group.value(),
                                group.datasets(),
                                group.cells().stream()
                                        .map(CompletenessResource::byName)
                                        .toList()))
                        .toList());
    }

    private static Map<String, Integer> byName(Map<CompletenessState, Integer> counts) {
        Map<String, Integer> named = new LinkedHashMap<>();
        counts.forEach((state, number) -> named.put(state.name(), number));
        return named;
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.READER)
    @Audited("asked for completeness")
    @Operation(
            operationId = "getCompleteness",
            summary = "Datasets by sites, of datasets that are named; nothing is changed",
            description = "An unknown dataset has a row in which it is ABSENT everywhere.")
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
                cell.verifiedAt(),
                cell.outside().entrySet().stream()
                        .map(outside ->
                                new CompletenessView.Outside(outside.getKey().value(), outside.getValue()))
                        .toList());
    }
}
