package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.AcceptInvitation;
import org.bdm.core.control.site.PairedSiteView;
import org.bdm.core.control.site.PeerNodeView;
import org.bdm.core.control.site.SiteGrantsView;
import org.bdm.core.control.site.SiteView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.campaign.PeerGrants;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.LentAccess;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.catalog.site.ToldPorts;
import org.bdm.server.look.Looks;
import org.bdm.server.message.Answers;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Pairing;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sites and how they come to know each other. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "sites")
public class SitesResource {
    private final Catalog catalog;
    private final Pairing pairing;
    private final PeerContacts contacts;
    private final OwnSite own;
    private final PlaceRuleViews rules;
    private final Looks looks;
    private final PeerGrants grants;

    SitesResource(
            Catalog catalog,
            Pairing pairing,
            PeerContacts contacts,
            PlaceRuleViews rules,
            Looks looks,
            PeerGrants grants) {
        this.grants = grants;
        this.contacts = contacts;
        this.catalog = catalog;
        this.pairing = pairing;
        this.rules = rules;
        this.own = rules.own();
        this.looks = looks;
    }

    @GetMapping("/sites")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "listSites", summary = "This site and those it is paired with")
    Page<SiteView> list() {
        List<SiteView> views = new ArrayList<>();
        views.add(new SiteView(
                own.name().value(),
                true,
                null,
                own.dataAddress(),
                own.node().toString(),
                "REACHABLE",
                null,
                null,
                null,
                List.of(),
                List.of(),
                null,
                rules.maintenance(own.name().value())));
        catalog.sites().all().forEach(site -> views.add(view(site)));
        return new Page<>(views, null);
    }

    @GetMapping("/sites/{name}")
    @Needs(Role.READER)
    @Operation(operationId = "getSite", summary = "A site that this one is paired with, and its nodes")
    PairedSiteView get(@PathVariable String name) {
        Site site = existing(name);
        ToldPorts told = catalog.sites().dataPorts(site.name());
        Map<String, PeerContacts.PortContact> tried = contacts.ofPorts(site.name());
        List<PeerNodeView> nodes =
                told.ports().stream().map(port -> node(port, tried.get(port))).toList();
        return new PairedSiteView(view(site), site.relation().name(), nodes, told.toldAt());
    }

    @GetMapping("/sites/{name}/grants")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "getSiteGrants",
            summary = "The exports and prefixes that a paired site lets this one read, and write",
            description = "Each request queries the other site.")
    SiteGrantsView grants(@PathVariable String name) {
        SiteName site = existing(name).name();
        return looks.now("site '" + site + "'", () -> grants.of(site));
    }

    private static PeerNodeView node(String port, PeerContacts.@Nullable PortContact last) {
        if (last == null) return new PeerNodeView(port, "UNTRIED", null);
        return new PeerNodeView(port, last.isAnswering() ? "ANSWERS" : "SILENT", last.at());
    }

    @PostMapping(path = "/sites", consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("paired with a site")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(operationId = "addSite", summary = "Pairs with the site that made an invitation")
    SiteView add(@RequestBody AcceptInvitation invitation) {
        SiteName name = siteName(invitation.name());
        AuditedDetail.note("site " + name + rights(invitation.read(), invitation.write()));
        // It waits for the other site, so not on this thread.
        Site paired = looks.now(
                "site '" + name + "'",
                () -> pairing.add(name, invitation.code(), invitation.read(), invitation.write()));
        contacts.seen(name);
        return view(paired);
    }

    @PostMapping(path = "/sites/{name}/rekey", consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("pinned a new key of the site {name}")
    @Operation(operationId = "rekeySite", summary = "Pins the new key of a site that is paired already; rights stay")
    SiteView rekey(@PathVariable String name, @RequestBody AcceptInvitation invitation) {
        SiteName site = existing(name).name();
        if (!invitation.name().equals(name)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "name is not the one of the address");
        }
        List<SiteGrant> rights = catalog.sites().grants(site);
        Site paired = looks.now("site '" + site + "'", () -> pairing.add(site, invitation.code(), List.of()));
        contacts.seen(site);
        AuditedDetail.note("key " + paired.pin());
        Answers.durable(catalog.sites().grant(site, rights));
        return view(paired);
    }

    @DeleteMapping("/sites/{name}")
    @Needs(Role.ADMIN)
    @Audited("removed the site {name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeSite", summary = "Forgets a site: its key is no longer accepted")
    void remove(@PathVariable String name) {
        SiteName site = existing(name).name();
        looks.now("the catalog", () -> pairing.remove(site));
        contacts.forget(site);
    }

    /** The rights of a site here, for the audit log. */
    static String rights(List<String> read, List<String> write) {
        return " may read " + String.join(", ", read)
                + (write.isEmpty() ? "" : "; may submit jobs to " + String.join(", ", write));
    }

    static SiteName siteName(String text) {
        try {
            return new SiteName(text);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private Site existing(String name) {
        return catalog.sites()
                .find(siteName(name))
                .orElseThrow(() ->
                        new MoverException(ErrorCode.UNKNOWN_SITE, "this site is not paired with '" + name + "'"));
    }

    private SiteView view(Site site) {
        List<SiteGrant> grants = catalog.sites().grants(site.name());
        Optional<PeerContacts.Contact> contact = contacts.of(site.name());
        return new SiteView(
                site.name().value(),
                false,
                site.controlUrl(),
                site.dataAddress(),
                site.pin().toString(),
                contact.map(last -> last.isReachable() ? "REACHABLE" : "UNREACHABLE")
                        .orElse("UNKNOWN"),
                contact.map(PeerContacts.Contact::since).orElse(null),
                contact.map(PeerContacts.Contact::lastSeenAt).orElse(null),
                site.addedAt(),
                readable(grants),
                shown(grants, GrantVerb.WRITE),
                rules.ban(site.name().value()),
                rules.maintenance(site.name().value()));
    }

    /** Returns what may be read here, and then what is lent. */
    static List<String> readable(List<SiteGrant> grants) {
        Stream<String> lent = SiteGrant.lent(grants).map(LentAccess::text).sorted();
        return Stream.concat(shown(grants, GrantVerb.READ).stream(), lent).toList();
    }

    static List<String> shown(List<SiteGrant> grants, GrantVerb verb) {
        return grants.stream()
                .filter(grant -> grant.verb() == verb)
                .map(grant -> grant.export()
                        + (grant.prefix().isRoot() ? "" : "/" + grant.prefix().shown()))
                .sorted()
                .toList();
    }
}
