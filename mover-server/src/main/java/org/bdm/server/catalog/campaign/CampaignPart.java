package org.bdm.server.catalog.campaign;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One destination of a campaign.
 *
 * @param number from 0, in the order in which the destinations were given
 * @param destination endpoint
 * @param job its id, with its site if that is another one; null before it is known
 * @param state WAITING, SUBMITTING, REFUSED, or that of the job
 * @param seen how far the job was
 * @param trouble why nothing is known, or was refused; empty if nothing is in the way
 * @param changedAt when anything of it last changed
 */
public record CampaignPart(
        long campaign,
        int number,
        String destination,
        @Nullable String job,
        String state,
        Seen seen,
        String trouble,
        Instant changedAt) {
    /** Nothing was tried yet. */
    public static final String WAITING = "WAITING";

    /** It was tried to submit the job, which may be there. */
    public static final String SUBMITTING = "SUBMITTING";

    /** Its site refused the job. */
    public static final String REFUSED = "REFUSED";

    /** Counts of a job. */
    public record Seen(long filesTotal, long filesDone, long filesFailed, long bytesTotal, long bytesDone) {
        public static final Seen NOTHING = new Seen(0, 0, 0, 0, 0);
    }

    /** A destination of which nothing is known. */
    public static CampaignPart waiting(int number, String destination) {
        return new CampaignPart(0, number, destination, null, WAITING, Seen.NOTHING, "", Instant.EPOCH);
    }

    /** The same in another state. */
    public CampaignPart in(String next, String why) {
        return new CampaignPart(campaign, number, destination, job, next, seen, why, changedAt);
    }

    /** The same as its job was seen. */
    public CampaignPart as(String id, String next, Seen now) {
        return new CampaignPart(campaign, number, destination, id, next, now, "", changedAt);
    }

    /** True if nothing of it changes any more. */
    public boolean isOver() {
        return switch (state) {
            case "SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED", REFUSED -> true;
            default -> false;
        };
    }
}
