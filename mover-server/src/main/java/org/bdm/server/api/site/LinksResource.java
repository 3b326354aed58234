package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.link.LinkView;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.site.access.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The links to this site: what they carry, and their limits. */
@RestController
@RequestMapping(RouteRoles.API + "/links")
@Tag(name = "sites")
public class LinksResource {
    private final LinkViews views;

    LinksResource(LinkViews views) {
        this.views = views;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "listLinks",
            summary = "The links to this site that are paired, limited or in use, and those from it that are limited",
            description =
                    "The source * stands for everything that comes to this site, the destination * for everything that it sends. The rate of a link from this site is that of the node that answers.")
    Page<LinkView> list() {
        return new Page<>(views.all(), null);
    }
}
