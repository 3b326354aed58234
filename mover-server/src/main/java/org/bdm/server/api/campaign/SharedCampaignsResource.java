package org.bdm.server.api.campaign;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.bdm.core.control.campaign.CampaignLinkView;
import org.bdm.core.control.campaign.SharedCampaignView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.OpenToAll;
import org.bdm.server.api.http.RefusedAccess;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.campaign.SharedCampaigns;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Links by which anybody may look at a campaign, and what they show. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "campaigns")
public class SharedCampaignsResource {
    private static final String LINK = "/campaigns/{campaignId}/link";
    private static final String SHARED = "/shared/campaigns/";

    private final Catalog catalog;
    private final SharedCampaigns shared;
    private final RefusedAccess refused;

    SharedCampaignsResource(Catalog catalog, SharedCampaigns shared, RefusedAccess refused) {
        this.catalog = catalog;
        this.shared = shared;
        this.refused = refused;
    }

    @PostMapping(LINK)
    @Needs(Role.OPERATOR)
    @Audited("made a public link of {campaignId}")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "shareCampaign",
            summary = "Makes a link by which anybody may look at a campaign; it is shown once",
            description = "The former link of the campaign, if there is one, ends.")
    CampaignLinkView share(@PathVariable String campaignId) {
        String who = CallerAuthentication.current().owner();
        return new CampaignLinkView(RouteRoles.API + SHARED + shared.share(existing(campaignId), who));
    }

    @DeleteMapping(LINK)
    @Needs(Role.OPERATOR)
    @Audited("revoked the public link of {campaignId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "unshareCampaign", summary = "Revokes the link of a campaign")
    void unshare(@PathVariable String campaignId) {
        Campaign campaign = existing(campaignId);
        if (shared.revoke(campaign)) return;
        throw new MoverException(ErrorCode.NOT_FOUND, "campaign-" + campaign.number() + " has no link");
    }

    @GetMapping(SHARED + "{secret}")
    @OpenToAll
    @SecurityRequirements
    @Operation(
            operationId = "getSharedCampaign",
            summary = "A campaign, for everybody who has its link; needs no login",
            description = "After 100 unknown secrets from one address within a minute the answer to more is 429.")
    ResponseEntity<SharedCampaignView> get(
            @PathVariable String secret, HttpServletRequest request, HttpServletResponse response) {
        SharedCampaignView found = shared.find(secret)
                .orElseThrow(() -> refused.countedSecret(
                        request, response, new MoverException(ErrorCode.NOT_FOUND, "nothing is shared here")));
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(found);
    }

    private Campaign existing(String id) {
        long number = Numbers.campaign(id);
        return catalog.campaigns()
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no campaign-" + number));
    }
}
