package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import org.bdm.core.control.Page;
import org.bdm.core.control.dataset.ConfirmExtent;
import org.bdm.core.control.dataset.DatasetView;
import org.bdm.core.control.dataset.ReplicaSetView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSetQuery;
import org.bdm.server.catalog.dataset.ReplicaSetSummary;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The stored replica sets of datasets. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "replica sets")
public class ReplicaSetsResource {
    static final String PATH = "/replica-sets";
    private static final int NAME_LENGTH_MAX = 1_024;

    private final Catalog catalog;

    ReplicaSetsResource(Catalog catalog) {
        this.catalog = catalog;
    }

    @GetMapping(PATH)
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "listReplicaSets",
            summary = "Dataset versions that are known here, by name",
            description = "Reads the catalog only, no index. A page may be short, or empty, and still not be the last.")
    Page<DatasetView> list(
            @RequestParam(required = false) @Parameter(description = "How the name begins, in any case.") @Nullable String q,
            @RequestParam(required = false) @Nullable Boolean retracted,
            @RequestParam(required = false) @Nullable Boolean latest,
            @RequestParam(required = false) @Parameter(description = "Whether nodes hold different bytes.") @Nullable Boolean divergent,
            @RequestParam(required = false)
                    @Parameter(description = "Only what this data node is said to have.")
                    @Nullable String node,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        RowPage<ReplicaSetSummary> page = catalog.replicaSets()
                .page(new ReplicaSetQuery(
                        q == null ? "" : PlainText.checked("q", q, NAME_LENGTH_MAX),
                        Optional.ofNullable(retracted),
                        Optional.ofNullable(latest),
                        Optional.ofNullable(divergent),
                        Optional.ofNullable(node),
                        cursor,
                        Numbers.limit(limit)));
        return new Page<>(page.rows().stream().map(ReplicaViews::of).toList(), page.nextCursor());
    }

    @GetMapping(PATH + "/{instanceId}")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "getReplicaSet",
            summary = "One dataset version: its files, copies, variants, who says what, and why things were chosen")
    ReplicaSetView find(
            @PathVariable @Parameter(description = "Its name with version, in any case.") String instanceId) {
        String name = checked(instanceId);
        return catalog.replicaSets()
                .find(name)
                .map(stored ->
                        ReplicaViews.of(stored, catalog.missingCopies().of(ReplicaViews.addresses(stored.set()))))
                .orElseThrow(() -> new MoverException(
                        ErrorCode.UNKNOWN_DATASET,
                        "nothing is stored of '" + name + "'; a plan or search asks the indexes"));
    }

    private static String checked(String instanceId) {
        return DatasetName.of(PlainText.checked("instanceId", instanceId, NAME_LENGTH_MAX))
                .instanceId();
    }

    @PostMapping(path = PATH + "/{instanceId}/confirm", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("confirmed the list of files of {instanceId}")
    @Operation(
            operationId = "confirmExtent",
            summary = "Confirms that the list of files of a dataset version is complete",
            description =
                    "For a version whose claims disagree about its files or bytes, or that has far fewer than an older one:"
                            + " until a person confirms it, it takes the place of no other. The confirmation holds until something else is"
                            + " listed or announced. ILLEGAL_STATE if what is listed is not what was seen.")
    DatasetView confirm(
            @PathVariable @Parameter(description = "Its name with version, in any case.") String instanceId,
            @RequestBody ConfirmExtent seen) {
        String by = CallerAuthentication.current().owner();
        AuditedDetail.note(seen.files() + " files, " + seen.bytes() + " bytes");
        return ReplicaViews.of(
                Answers.durable(catalog.replicaSets().confirm(checked(instanceId), seen.files(), seen.bytes(), by)));
    }
}
