package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.dataset.DataNodeView;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.WebSources;
import org.bdm.server.site.opening.Openings;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The data nodes that files are fetched from. */
@RestController
@RequestMapping(RouteRoles.API + "/data-nodes")
@Tag(name = "sites")
public class DataNodesResource {
    private final WebSources web;
    private final Openings openings;

    DataNodesResource(WebSources web, Openings openings) {
        this.openings = openings;
        this.web = web;
    }

    @GetMapping
    @Operation(
            operationId = "listDataNodes",
            summary = "What is known of each data node: its limits, its rate, and why it is left alone")
    Page<DataNodeView> list() {
        return new Page<>(web.nodes().stream().map(this::view).toList(), null);
    }

    private DataNodeView view(NodeView node) {
        return new DataNodeView(
                node.node(),
                node.connectionsBusy(),
                node.connectionsMax(),
                node.connectionsConfigured(),
                rate(node),
                node.bytesTotal(),
                node.failuresInARow(),
                node.trouble().map(ProblemText::shown).orElse(null),
                node.nextTry().orElse(null),
                openings.isBanned(node.node()));
    }

    private static @Nullable Long rate(NodeView node) {
        return node.bytesPerSecond().isPresent()
                ? Long.valueOf(Math.round(node.bytesPerSecond().getAsDouble()))
                : null;
    }
}
