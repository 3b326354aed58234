package org.bdm.server.api.campaign;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.campaign.CampaignPlanView;
import org.bdm.core.control.campaign.CampaignView;
import org.bdm.core.control.campaign.CreateCampaign;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.campaign.CampaignPlans;
import org.bdm.server.campaign.CampaignRuns;
import org.bdm.server.campaign.CampaignViews;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignState;
import org.bdm.server.look.Looks;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Campaigns: one selection for several sites. */
@RestController
@RequestMapping(RouteRoles.API + "/campaigns")
@Tag(name = "campaigns")
public class CampaignsResource {
    private final Catalog catalog;
    private final CampaignPlans plans;
    private final CampaignRuns runs;
    private final Looks looks;

    CampaignsResource(Catalog catalog, CampaignPlans plans, CampaignRuns runs, Looks looks) {
        this.catalog = catalog;
        this.plans = plans;
        this.runs = runs;
        this.looks = looks;
    }

    @PostMapping(path = "/plans", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("planned a campaign")
    @Operation(operationId = "planCampaign", summary = "Counts what a campaign would replicate; creates nothing")
    CampaignPlanView plan(@RequestBody CreateCampaign wish) {
        return looks.now("the source", () -> plans.plan(wish));
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("began a campaign")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "createCampaign",
            summary = "Replicates one selection to several sites: one job for each",
            description = "A campaign over the limit of the site (10 TB or 100,000 files over all destinations, unless"
                    + " configured otherwise) needs confirmBytes, as its plan shows them, or yes.")
    CampaignView create(@RequestBody CreateCampaign wish) {
        String owner = CallerAuthentication.current().owner();
        Campaign made = looks.now("the source", () -> plans.create(wish, owner));
        runs.wake();
        AuditedDetail.note("campaign-" + made.number() + " to " + String.join(", ", wish.destinations()));
        return view(made);
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "listCampaigns", summary = "The newest 1,000 campaigns, newest first")
    Page<CampaignView> list() {
        return new Page<>(catalog.campaigns().newest().stream().map(this::view).toList(), null);
    }

    @GetMapping("/{campaignId}")
    @Needs(Role.READER)
    @Operation(operationId = "getCampaign", summary = "One campaign and how far each destination is")
    CampaignView get(@PathVariable String campaignId) {
        return view(existing(campaignId));
    }

    @PostMapping("/{campaignId}/cancel")
    @Needs(Role.OPERATOR)
    @Audited("cancelled {campaignId}")
    @Operation(operationId = "cancelCampaign", summary = "Cancels the jobs of a campaign; files already there are kept")
    CampaignView cancel(@PathVariable String campaignId) {
        Campaign before = existing(campaignId);
        Campaign after = Answers.durable(catalog.campaigns().become(before.number(), CampaignState.CANCELLING));
        runs.wake();
        return view(after);
    }

    private Campaign existing(String id) {
        long number = Numbers.campaign(id);
        return catalog.campaigns()
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no campaign-" + number));
    }

    private CampaignView view(Campaign campaign) {
        return CampaignViews.of(campaign, catalog.campaigns().parts(campaign.number()));
    }
}
