package org.bdm.server.campaign;

/**
 * Size from which a campaign is created only when somebody confirmed it, over all destinations.
 *
 * @param bytes beyond these it needs a confirmation
 * @param files beyond these it needs a confirmation
 */
public record CampaignLimits(long bytes, long files) {
    /** 10 TB, 100,000 files. */
    public static final CampaignLimits STANDARD = new CampaignLimits(10_000_000_000_000L, 100_000);
}
