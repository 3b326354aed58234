package org.bdm.server.campaign;

import java.util.List;
import org.bdm.core.control.campaign.CampaignPartView;
import org.bdm.core.control.campaign.CampaignView;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignPart;

/** Campaigns as they are shown. */
public final class CampaignViews {
    private CampaignViews() {}

    /** Returns what is known of a campaign. */
    public static CampaignView of(Campaign campaign, List<CampaignPart> parts) {
        return new CampaignView(
                "campaign-" + campaign.number(),
                campaign.name(),
                campaign.owner(),
                campaign.state().name(),
                CampaignMessage.of(campaign).selection(),
                campaign.files(),
                campaign.bytes(),
                campaign.createdAt(),
                campaign.endedAt(),
                parts.stream().map(CampaignViews::part).toList());
    }

    private static CampaignPartView part(CampaignPart part) {
        CampaignPart.Seen seen = part.seen();
        return new CampaignPartView(
                part.destination(),
                Endpoint.parse(part.destination()).site().value(),
                part.job(),
                part.state(),
                seen.filesTotal(),
                seen.filesDone(),
                seen.filesFailed(),
                seen.bytesTotal(),
                seen.bytesDone(),
                part.trouble().isEmpty() ? null : part.trouble(),
                part.changedAt());
    }
}
