package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.control.Page;
import org.bdm.core.control.dataset.DataNodeSettingsView;
import org.bdm.core.control.dataset.DataNodeView;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.Role;
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
    private final Catalog catalog;

    DataNodesResource(WebSources web, Openings openings, Catalog catalog) {
        this.openings = openings;
        this.web = web;
        this.catalog = catalog;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "listDataNodes",
            summary = "What is known of each data node: its limits, its rate, and why it is left alone")
    Page<DataNodeView> list() {
        Map<String, DataNodeSettingsView> settings = new TreeMap<>();
        catalog.dataNodeRules().all().forEach(rule -> settings.put(rule.node(), DataNodeSettingsResource.view(rule)));
        Map<String, DataNodeView> all = new TreeMap<>();
        settings.forEach((node, changed) -> all.put(node, unused(changed)));
        for (NodeView node : web.nodes()) all.put(node.node(), view(node, settings.get(node.node())));
        return new Page<>(List.copyOf(all.values()), null);
    }

    /** One that this process did not ask yet. */
    private DataNodeView unused(DataNodeSettingsView settings) {
        int connections = settings.connections() > 0 ? settings.connections() : HttpSettings.CONNECTIONS_PER_NODE;
        String node = settings.node();
        return new DataNodeView(
                node, 0, connections, connections, null, 0, 0, null, null, openings.isBanned(node), settings);
    }

    private DataNodeView view(NodeView node, @Nullable DataNodeSettingsView settings) {
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
                openings.isBanned(node.node()),
                settings);
    }

    private static @Nullable Long rate(NodeView node) {
        return node.bytesPerSecond().isPresent()
                ? Long.valueOf(Math.round(node.bytesPerSecond().getAsDouble()))
                : null;
    }
}
