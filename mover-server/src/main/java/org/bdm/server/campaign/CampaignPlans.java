package org.bdm.server.campaign;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.control.campaign.CampaignPlanView;
import org.bdm.core.control.campaign.CreateCampaign;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignPart;
import org.bdm.server.catalog.campaign.CampaignState;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.look.Trees;
import org.bdm.server.message.Answers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.OwnSite;

/** Checks and counts campaigns, and keeps them. Any thread that may block, for less than half a minute. */
public final class CampaignPlans {
    private static final int DESTINATIONS_MAX = 16;
    private static final int MESSAGE_LENGTH_MAX = 200_000; // as a job it has to fit into one request to another site

    private final Catalog catalog;
    private final OwnSite own;
    private final Trees trees;
    private final DatasetResolver resolver;
    private final SizeLimits limits;
    private final Clock clock;

    /** With its parts. */
    public CampaignPlans(
            Catalog catalog, OwnSite own, Trees trees, DatasetResolver resolver, SizeLimits limits, Clock clock) {
        this.catalog = catalog;
        this.own = own;
        this.trees = trees;
        this.resolver = resolver;
        this.limits = limits;
        this.clock = clock;
    }

    /** Counts what a campaign would replicate; keeps nothing. INVALID_REQUEST, UNKNOWN_SITE, UNKNOWN_DATASET, errors of the source. */
    public CampaignPlanView plan(CreateCampaign wish) {
        check(wish);
        return view(wish, size(wish));
    }

    private CampaignPlanView view(CreateCampaign wish, CampaignSize size) {
        int times = wish.destinations().size();
        long files = size.files() * times;
        long bytes = size.bytes() * times;
        boolean needsConfirmation = !size.isComplete() || limits.areExceededBy(bytes, files);
        return new CampaignPlanView(
                size.files(), size.bytes(), times, files, bytes, size.isComplete(), needsConfirmation);
    }

    /** Keeps a campaign, whose jobs are then submitted. As {@link #plan}; INVALID_REQUEST if it is large and was not confirmed. */
    public Campaign create(CreateCampaign wish, String owner) {
        check(wish);
        CampaignSize size = size(wish);
        CampaignPlanView plan = view(wish, size);
        boolean isConfirmed = Boolean.TRUE.equals(wish.yes())
                || (plan.complete() && Long.valueOf(plan.totalBytes()).equals(wish.confirmBytes()));
        if (plan.needsConfirmation() && !isConfirmed) throw unconfirmed(plan);
        String text = CampaignMessage.of(wish, size.datasets()).text();
        if (text.length() > MESSAGE_LENGTH_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "a campaign has too many datasets; divide it");
        }
        List<CampaignPart> parts = new ArrayList<>();
        for (String destination : wish.destinations()) parts.add(CampaignPart.waiting(parts.size(), destination));
        return Answers.durable(catalog.campaigns()
                .add(
                        new Campaign(
                                0,
                                wish.name(),
                                owner,
                                CampaignState.RUNNING,
                                text,
                                size.files(),
                                size.bytes(),
                                clock.instant(),
                                null),
                        parts));
    }

    private static MoverException unconfirmed(CampaignPlanView plan) {
        String size = plan.totalFiles() + " files and " + plan.totalBytes() + " bytes over " + plan.destinations()
                + " destinations";
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                plan.complete()
                        ? "the campaign has " + size + ", more than this site takes unconfirmed: give confirmBytes "
                                + plan.totalBytes() + " (--confirm), or yes"
                        : "the campaign has at least " + size + "; not all was counted: give yes (--yes)");
    }

    private CampaignSize size(CreateCampaign wish) {
        CampaignSize size = new CampaignSize(clock);
        if (wish.source() != null) size.count(Endpoint.parse(wish.source()), trees);
        else size.resolve(wish, resolver);
        return size;
    }

    private void check(CreateCampaign wish) {
        if (PlainText.checked("name", wish.name(), 150).isBlank()) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "name is empty");
        }
        int ways =
                (wish.source() == null ? 0 : 1) + (wish.datasets().isEmpty() ? 0 : 1) + (wish.query() == null ? 0 : 1);
        if (ways != 1) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a campaign has one of source, datasets, query");
        }
        if (wish.options() != null && wish.options().sourcePolicy() != null) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "options: a campaign makes its source policy itself");
        }
        if (wish.options() != null
                && wish.options().delete() != null
                && wish.options().delete()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "options: delete is for a single TREE job, not for a campaign");
        }
        int number = wish.destinations().size();
        if (number == 0 || number > DESTINATIONS_MAX) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "destinations: " + number + ", but a campaign has 1 to " + DESTINATIONS_MAX);
        }
        Set<SiteName> sites = wish.destinations().stream()
                .map(destination -> Endpoint.parse(destination).site())
                .collect(Collectors.toSet());
        if (sites.size() < number) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "destinations: a site is named twice");
        }
        for (SiteName site : sites) {
            if (site.equals(own.name()) || catalog.sites().find(site).isPresent()) continue;
            throw new MoverException(
                    ErrorCode.UNKNOWN_SITE, "destinations: this site is not paired with a site '" + site + "'");
        }
    }
}
