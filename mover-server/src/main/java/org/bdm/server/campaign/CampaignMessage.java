package org.bdm.server.campaign;

import java.util.List;
import org.bdm.core.control.campaign.CreateCampaign;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.SourcePolicy;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignPart;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The selection of a campaign and its options, as the catalog keeps them.
 *
 * @param source endpoint of a tree; null for datasets
 * @param datasets names with versions; empty for a tree
 * @param destinations endpoints; the first is in front
 * @param options of the jobs; null means every default
 */
record CampaignMessage(
        @Nullable String source,
        List<String> datasets,
        List<String> destinations,
        @Nullable JobOptions options) {
    private static final JsonMapper JSON = JsonMapper.shared();

    CampaignMessage {
        datasets = List.copyOf(datasets);
        destinations = List.copyOf(destinations);
    }

    static CampaignMessage of(CreateCampaign wish, List<String> datasets) {
        return new CampaignMessage(wish.source(), datasets, wish.destinations(), wish.options());
    }

    String text() {
        return JSON.writeValueAsString(this);
    }

    static CampaignMessage of(Campaign campaign) {
        try {
            return JSON.readValue(campaign.messageJson(), CampaignMessage.class);
        } catch (JacksonException e) {
            throw new MoverException(
                    ErrorCode.INTERNAL, "the catalog holds what is not a campaign: " + campaign.number(), e);
        }
    }

    /** For people. */
    String selection() {
        return source != null ? source : datasets.size() + (datasets.size() == 1 ? " dataset" : " datasets");
    }

    /** True if the first destination is to have everything before the others begin: datasets have no relay of single files. */
    boolean isOneAfterTheOther() {
        return source == null;
    }

    /** The job of one destination. */
    SubmitJob job(Campaign campaign, CampaignPart part) {
        String label = "campaign-" + campaign.number() + " " + campaign.name();
        String shown = label.length() > 200 ? label.substring(0, 200) : label;
        if (source == null) {
            List<String> before = destinations.subList(0, part.number());
            SourcePolicy policy = new SourcePolicy(
                    List.of(), List.of(), null, null, before.size() > 8 ? before.subList(0, 8) : before);
            return new SubmitJob(
                    shown,
                    "REPLICA_SET",
                    List.of(),
                    with(policy),
                    datasets,
                    null,
                    null,
                    part.destination(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null);
        }
        JobItem item = new JobItem(source, part.destination(), true, null, List.of());
        SourcePolicy policy = destinations.size() > 1 ? SourcePolicy.relayed(destinations) : null;
        return new SubmitJob(shown, "TREE", List.of(item), with(policy));
    }

    private JobOptions with(@Nullable SourcePolicy policy) {
        JobOptions given = options == null ? JobOptions.DEFAULTS : options;
        return given.but().sourcePolicy(policy).delete(null).build();
    }
}
