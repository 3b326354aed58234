package org.bdm.core.control.campaign;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One destination of a campaign, as it was when it was last asked.
 *
 * @param site of the destination
 * @param job its id; {@code SITE:job-N} at another site; null until it was submitted
 * @param state {@code WAITING}, {@code SUBMITTING}, {@code REFUSED}, or that of the job
 * @param filesTotal lower bound while the job lists
 * @param trouble why it does not answer, or refuses; null if nothing is in the way
 * @param changedAt when anything of it last changed
 */
public record CampaignPartView(
        String destination,
        String site,
        @Nullable String job,
        String state,
        long filesTotal,
        long filesDone,
        long filesFailed,
        long bytesTotal,
        long bytesDone,
        @Nullable String trouble,
        Instant changedAt) {}
