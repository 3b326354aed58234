package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.link.LinkWindowsView;
import org.bdm.core.control.link.SetLinkWindows;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.message.Answers;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.opening.WindowState;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The times in which links to this site may move data. */
@RestController
@RequestMapping(RouteRoles.API + "/windows")
@Tag(name = "sites")
public class WindowsResource {
    private static final String LINK = "/{source}/{destination}";

    private final Catalog catalog;
    private final PlaceRuleViews views;
    private final LinkSources links;

    WindowsResource(Catalog catalog, PlaceRuleViews views, LinkSources links) {
        this.catalog = catalog;
        this.views = views;
        this.links = links;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "listLinkWindows",
            summary = "The links to this site that have windows",
            description = "A link without windows is always open. The source * stands for everything that comes here.")
    Page<LinkWindowsView> list() {
        return new Page<>(catalog.placeRules().windows().stream().map(views::of).toList(), null);
    }

    @PutMapping(path = LINK, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("set the hours of the link from {source} to {destination}")
    @Operation(
            operationId = "setLinkWindows",
            summary = "Sets the windows of one link, in place of earlier ones",
            description =
                    "It takes effect within 2 s. Outside the windows the link moves nothing; work stops cleanly and resumes by itself.")
    LinkWindowsView set(
            @PathVariable String source, @PathVariable String destination, @RequestBody SetLinkWindows wanted) {
        views.requireOwn(destination);
        links.requireKnown(source);
        List<String> windows = WindowState.normal(wanted.windows());
        AuditedDetail.note(String.join("; ", windows));
        String who = CallerAuthentication.current().owner();
        return views.of(Answers.durable(catalog.placeRules().setWindows(source, windows, who)));
    }

    @DeleteMapping(LINK)
    @Needs(Role.OPERATOR)
    @Audited("removed the hours of the link from {source} to {destination}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeLinkWindows", summary = "Removes the windows of one link: it is always open")
    void remove(@PathVariable String source, @PathVariable String destination) {
        views.requireOwn(destination);
        if (Answers.durable(catalog.placeRules().removeWindows(source))) return;
        throw new MoverException(
                ErrorCode.NOT_FOUND, "the link from '" + source + "' to '" + destination + "' has no windows");
    }
}
