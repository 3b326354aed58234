package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Locale;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.BanView;
import org.bdm.core.control.site.SetBan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.message.Answers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.Role;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sites and data nodes that are neither asked nor served. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "sites")
public class BansResource {
    private static final String SITE = "/sites/{name}/ban";
    private static final String DATA_NODE = "/data-nodes/{host}/ban";

    private final Catalog catalog;
    private final PlaceRuleViews views;
    private final LinkSources links;

    BansResource(Catalog catalog, PlaceRuleViews views, LinkSources links) {
        this.catalog = catalog;
        this.views = views;
        this.links = links;
    }

    @GetMapping("/bans")
    @Needs(Role.READER)
    @Operation(operationId = "listBans", summary = "The sites and data nodes that are banned now")
    Page<BanView> list() {
        return new Page<>(views.bans(), null);
    }

    @PutMapping(path = SITE, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("banned the site {name}")
    @Operation(
            operationId = "banSite",
            summary = "Bans a paired site: it is neither asked nor served",
            description =
                    "It takes effect within 2 s. Running work from the site stops cleanly; its own requests fail with SITE_BANNED. Jobs that need it wait.")
    BanView banSite(@PathVariable String name, @RequestBody SetBan wanted) {
        if (name.equals(views.own().name().value()))
            throw invalid("this site cannot ban itself; add maintenance to it");
        views.requireSite(name);
        return ban(name, wanted, true);
    }

    @DeleteMapping(SITE)
    @Needs(Role.OPERATOR)
    @Audited("lifted the ban of the site {name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "unbanSite", summary = "Lifts the ban of a site; jobs that wait for it resume")
    void unbanSite(@PathVariable String name) {
        unban(name);
    }

    @PutMapping(path = DATA_NODE, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("banned the data node {host}")
    @Operation(
            operationId = "banDataNode",
            summary = "Bans a data node: no file is fetched from it",
            description =
                    "It takes effect within 2 s, under every name that records give the node. Files go on from their other copies, or wait.")
    BanView banDataNode(@PathVariable("host") String written, @RequestBody SetBan wanted) {
        String host = written.toLowerCase(Locale.ROOT);
        if (views.isPaired(host) || host.equals(views.own().name().value()) || host.equals(Limit.EVERYTHING)) {
            throw invalid("'" + host + "' is not a data node");
        }
        links.requireKnownUnderAnyName(host);
        return ban(host, wanted, false);
    }

    @DeleteMapping(DATA_NODE)
    @Needs(Role.OPERATOR)
    @Audited("lifted the ban of the data node {host}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "unbanDataNode", summary = "Lifts the ban of a data node; files that wait for it resume")
    void unbanDataNode(@PathVariable String host) {
        unban(host.toLowerCase(Locale.ROOT));
    }

    private BanView ban(String place, SetBan wanted, boolean isSite) {
        String reason =
                wanted.reason() == null ? "" : PlainText.checked("reason", wanted.reason(), Limit.NOTE_LENGTH_MAX);
        Instant until = wanted.until();
        if (until != null && !until.isAfter(views.now())) throw invalid("until is " + until + ", which has passed");
        AuditedDetail.note((until == null ? "until somebody lifts it" : "until " + until) + ": " + reason);
        String who = CallerAuthentication.current().owner();
        return views.of(Answers.durable(catalog.placeRules().ban(place, reason, until, who)), isSite);
    }

    private void unban(String place) {
        if (Answers.durable(catalog.placeRules().unban(place))) return;
        throw new MoverException(ErrorCode.NOT_FOUND, "'" + place + "' is not banned");
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
