package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.SiteNodeExportView;
import org.bdm.core.control.site.SiteNodeView;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.node.SiteNode;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The nodes of this site. */
@RestController
@RequestMapping(RouteRoles.API + "/nodes")
@Tag(name = "nodes")
public class NodesResource {
    private final Catalog catalog;
    private final LiveJobs live;

    NodesResource(Catalog catalog, LiveJobs live) {
        this.catalog = catalog;
        this.live = live;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "listNodes", summary = "The nodes of this site, oldest first")
    Page<SiteNodeView> list() {
        return new Page<>(catalog.nodes().all().stream().map(this::view).toList(), null);
    }

    @PostMapping("/{nodeId}/drain")
    @Needs(Role.ADMIN)
    @Audited("drained the node {nodeId}")
    @Operation(operationId = "drainNode", summary = "Lets a node finish what is open and take nothing new")
    SiteNodeView drain(@PathVariable String nodeId) {
        return view(catalog.nodes().drain(Numbers.node(nodeId)));
    }

    @PostMapping("/{nodeId}/resume")
    @Needs(Role.ADMIN)
    @Audited("resumed the node {nodeId}")
    @Operation(operationId = "resumeNode", summary = "Lets a node that drains take work again")
    SiteNodeView resume(@PathVariable String nodeId) {
        return view(catalog.nodes().resume(Numbers.node(nodeId)));
    }

    @DeleteMapping("/{nodeId}")
    @Needs(Role.ADMIN)
    @Audited("removed the node {nodeId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeNode", summary = "Removes a node for good; its process ends")
    void remove(@PathVariable String nodeId) {
        catalog.nodes().remove(Numbers.node(nodeId));
    }

    private SiteNodeView view(SiteNode node) {
        List<String> roles = new ArrayList<>();
        if (node.description().doesControl()) roles.add("control");
        if (node.description().doesData()) roles.add("data");
        List<SiteNodeExportView> exports = node.description().exports().stream()
                .map(export -> new SiteNodeExportView(export.export(), export.rootId(), export.isWritable()))
                .toList();
        return new SiteNodeView(
                "node-" + node.number(),
                node.state().name(),
                node.node().fingerprint(),
                roles,
                node.description().process(),
                node.description().version(),
                node.description().controlUrl(),
                node.description().dataAddress(),
                exports,
                live.jobsByNode().getOrDefault(node.number(), 0),
                node.number() == catalog.nodes().own(),
                node.openedAt(),
                node.seenAt());
    }
}
