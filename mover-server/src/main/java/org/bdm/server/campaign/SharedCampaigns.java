package org.bdm.server.campaign;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.campaign.SharedCampaignView;
import org.bdm.core.control.campaign.SharedDestinationView;
import org.bdm.core.control.campaign.SharedPointView;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignLinks;
import org.bdm.server.catalog.campaign.CampaignPart;
import org.bdm.server.catalog.campaign.CampaignPoint;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.message.Sha256;

/**
 * Links by which anybody may look at a campaign. The secret of a link has 256 random bits and is kept by nobody here, only its digest. Any
 * thread that may block.
 */
public final class SharedCampaigns {
    private static final int SECRET_BYTES = 32;
    private static final int SECRET_LENGTH = 43;
    private static final int DATASETS_MAX = 1_000;
    private static final Duration RATE_OVER = Duration.ofHours(24);
    private static final Duration RATE_AFTER = Duration.ofMinutes(1);

    /** An end later than that is nothing to tell. */
    private static final Duration END_WITHIN = Duration.ofDays(3_650);

    private final Catalog catalog;
    private final CampaignLinks links;
    private final Clock clock;
    private final RandomGenerator random;

    /**
     * Of one catalog.
     *
     * @param random a secure one
     */
    public SharedCampaigns(Catalog catalog, Clock clock, RandomGenerator random) {
        this.catalog = catalog;
        this.links = catalog.campaignLinks();
        this.clock = clock;
        this.random = random;
    }

    /** Makes a link of a campaign, in place of the one it had; returns its secret. */
    public String share(Campaign campaign, String who) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        Durable.await(links.set(campaign.number(), digest(secret), who));
        return secret;
    }

    private static Checksum digest(String secret) {
        return Sha256.of(secret.getBytes(StandardCharsets.UTF_8));
    }

    /** Revokes the link of a campaign; gives whether there was one. */
    public boolean revoke(Campaign campaign) {
        return Durable.await(links.revoke(campaign.number()));
    }

    /** Returns the campaign whose link has this secret; empty for any other secret. */
    public Optional<SharedCampaignView> find(String secret) {
        if (secret.length() != SECRET_LENGTH) return Optional.empty();
        return links.campaignOf(digest(secret))
                .flatMap(catalog.campaigns()::find)
                .map(this::view);
    }

    private SharedCampaignView view(Campaign campaign) {
        List<CampaignPart> parts = catalog.campaigns().parts(campaign.number());
        List<CampaignPoint> points = links.points(campaign.number());
        long done = parts.stream().mapToLong(part -> part.seen().bytesDone()).sum();
        long total =
                parts.stream().mapToLong(part -> bytesTotal(campaign, part)).sum();
        List<String> datasets = CampaignMessage.of(campaign).datasets();
        Instant now = clock.instant();
        long rate = campaign.endedAt() == null ? rate(campaign, points, done, now) : 0;
        Duration left = rate == 0 ? END_WITHIN : Duration.ofSeconds(Math.max(0, total - done) / rate);
        boolean hasEnd = rate > 0 && done < total && left.compareTo(END_WITHIN) < 0;
        return new SharedCampaignView(
                campaign.name(),
                campaign.state().name(),
                campaign.files(),
                campaign.bytes(),
                datasets.size(),
                datasets.subList(0, Math.min(DATASETS_MAX, datasets.size())),
                campaign.createdAt(),
                campaign.endedAt(),
                parts.stream().map(part -> destination(campaign, part)).toList(),
                rate,
                hasEnd ? now.plus(left) : null,
                points.stream()
                        .map(point -> new SharedPointView(point.at(), point.bytesDone()))
                        .toList());
    }

    /** A job that has not listed everything knows less than the campaign. */
    private static long bytesTotal(Campaign campaign, CampaignPart part) {
        long seen = part.seen().bytesTotal();
        return part.isOver() ? seen : Math.max(seen, campaign.bytes());
    }

    /** The mean since a day ago: since the end of the last hour before that. */
    private static long rate(Campaign campaign, List<CampaignPoint> points, long done, Instant now) {
        Instant from = now.minus(RATE_OVER);
        Instant since = campaign.createdAt();
        long before = 0;
        for (CampaignPoint point : points) {
            Instant end = point.at().plus(Duration.ofHours(1));
            if (end.isAfter(from)) break;
            since = from; // nothing changed between the end of that hour and the next point
            before = point.bytesDone();
        }
        Duration passed = Duration.between(since, now);
        if (passed.compareTo(RATE_AFTER) < 0) passed = RATE_AFTER;
        return Math.max(0, done - before) / passed.toSeconds();
    }

    private static SharedDestinationView destination(Campaign campaign, CampaignPart part) {
        CampaignPart.Seen seen = part.seen();
        return new SharedDestinationView(
                Endpoint.parse(part.destination()).site().value(),
                part.state(),
                part.isOver() ? seen.filesTotal() : Math.max(seen.filesTotal(), campaign.files()),
                seen.filesDone(),
                seen.filesFailed(),
                bytesTotal(campaign, part),
                seen.bytesDone());
    }
}
