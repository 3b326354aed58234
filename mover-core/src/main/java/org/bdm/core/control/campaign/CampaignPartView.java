package org.bdm.core.control.campaign;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One destination of a campaign, as it was when it was last asked.
 *
 * @param destination The directory where the files go. Such as {@code bdm://south/in/CMIP6}.
 * @param site Name of the site of the destination. Such as {@code south}.
 * @param job Id of its job, SITE:job-N at another site; null until it was submitted. Such as {@code south:job-12}.
 * @param state WAITING, SUBMITTING, REFUSED, or the state of its job. Such as {@code ACTIVE}.
 * @param filesTotal Number of files, at least 0; a lower bound while the job lists. Such as {@code 4200}.
 * @param filesDone Number of files that are there, at least 0. Such as {@code 4000}.
 * @param filesFailed Number of files that failed, at least 0. Such as {@code 0}.
 * @param bytesTotal Sum of the sizes in bytes, at least 0; a lower bound while the job lists. Such as {@code 1400000000000}.
 * @param bytesDone Bytes of the files that are there, at least 0. Such as {@code 1300000000000}.
 * @param trouble Why it does not answer, or refuses; null if nothing is in the way. Such as {@code site 'south' does not answer}.
 * @param changedAt When anything of it last changed.
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
