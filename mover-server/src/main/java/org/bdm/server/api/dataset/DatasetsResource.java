package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.dataset.DatasetView;
import org.bdm.core.control.dataset.ReplicaSetView;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Dataset versions under the name by which people look for them. There is one record of each, its replica set, so this is another name of
 * {@link ReplicaSetsResource}.
 */
@RestController
@RequestMapping(RouteRoles.API + DatasetsResource.PATH)
@Tag(name = "replica sets")
public class DatasetsResource {
    static final String PATH = "/datasets";

    private final ReplicaSetsResource sets;

    DatasetsResource(ReplicaSetsResource sets) {
        this.sets = sets;
    }

    @GetMapping
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "listDatasets",
            summary = "Dataset versions that are known here, by name; the same as /replica-sets",
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
        return sets.list(q, retracted, latest, divergent, node, cursor, limit);
    }

    @GetMapping("/{instanceId}")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "getDataset", summary = "One dataset version; the same as /replica-sets/{instanceId}")
    ReplicaSetView find(
            @PathVariable @Parameter(description = "Its name with version, in any case.") String instanceId) {
        return sets.find(instanceId);
    }
}
