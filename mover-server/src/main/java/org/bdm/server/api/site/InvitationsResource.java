package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.CreateInvitation;
import org.bdm.core.control.site.InvitationView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.Invitation;
import org.bdm.server.look.Looks;
import org.bdm.server.site.access.Pairing;
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

/** Invitations of other sites. Their secret is told once. */
@RestController
@RequestMapping(RouteRoles.API + "/invitations")
@Tag(name = "sites")
public class InvitationsResource {
    private static final int ID_LENGTH = 16;

    private final Catalog catalog;
    private final Pairing pairing;
    private final Looks looks;

    InvitationsResource(Catalog catalog, Pairing pairing, Looks looks) {
        this.catalog = catalog;
        this.pairing = pairing;
        this.looks = looks;
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("invited a site")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "inviteSite",
            summary = "Makes a one-time code for another site; the only answer that has it")
    InvitationView invite(@RequestBody CreateInvitation wish) {
        SiteName name = SitesResource.siteName(wish.name());
        AuditedDetail.note("site " + name + SitesResource.rights(wish.read(), wish.write()));
        Pairing.Invited invited = looks.now("the catalog", () -> pairing.invite(name, wish.read(), wish.write()));
        return view(invited.invitation(), invited.code());
    }

    @GetMapping
    @Needs(Role.ADMIN)
    @Operation(operationId = "listInvitations", summary = "Invitations that can still be used, without their codes")
    Page<InvitationView> list() {
        List<InvitationView> open = catalog.sites().openInvitations().stream()
                .map(invitation -> view(invitation, null))
                .toList();
        return new Page<>(open, null);
    }

    @DeleteMapping("/{invitationId}")
    @Needs(Role.ADMIN)
    @Audited("revoked an invitation")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "uninviteSite", summary = "Revokes an unused invitation")
    void remove(@PathVariable String invitationId) {
        boolean wasOpen = catalog.sites().openInvitations().stream()
                .filter(invitation -> id(invitation).equals(invitationId))
                .findFirst()
                .map(invitation -> looks.now("the catalog", () -> pairing.uninvite(invitation.secretSha256())))
                .orElse(false);
        if (!wasOpen)
            throw new MoverException(ErrorCode.NOT_FOUND, "there is no open invitation '" + invitationId + "'");
    }

    /** Names it without giving anything of its secret away. */
    private static String id(Invitation invitation) {
        return invitation.secretSha256().hex().substring(0, ID_LENGTH);
    }

    private static InvitationView view(Invitation invitation, @Nullable String code) {
        return new InvitationView(
                id(invitation),
                invitation.site().value(),
                code,
                Pairing.madeAt(invitation),
                invitation.expiresAt(),
                SitesResource.readable(invitation.grants()),
                SitesResource.shown(invitation.grants(), GrantVerb.WRITE));
    }
}
