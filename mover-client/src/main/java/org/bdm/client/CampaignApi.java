package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.campaign.CampaignPlanView;
import org.bdm.core.control.campaign.CampaignView;
import org.bdm.core.control.campaign.CreateCampaign;

/** The routes about campaigns of one control plane; errors as in {@link MoverApi}. */
public final class CampaignApi {
    private final RestConnection rest;

    CampaignApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Counts what a campaign would replicate. */
    public CampaignPlanView plan(CreateCampaign wish) {
        return rest.send("POST", RestPath.of("/campaigns/plans"), wish, Json.type(CampaignPlanView.class));
    }

    /** Creates a campaign. */
    public CampaignView create(CreateCampaign wish) {
        return rest.send("POST", RestPath.of("/campaigns"), wish, Json.type(CampaignView.class));
    }

    /** Newest first. */
    public Iterator<CampaignView> campaigns() {
        return PageWalk.of(rest, RestPath.of("/campaigns"), CampaignView.class);
    }

    /** One campaign. */
    public CampaignView campaign(String id) {
        return rest.get(RestPath.of("/campaigns/{}", id), Json.type(CampaignView.class));
    }

    /** Cancels its jobs; it ends when they have. */
    public CampaignView cancel(String id) {
        return rest.send("POST", RestPath.of("/campaigns/{}/cancel", id), null, Json.type(CampaignView.class));
    }
}
