package org.bdm.client;

import java.time.Duration;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.ReceivedItems;
import org.bdm.core.control.job.SubmitJob;

/** The routes about lists that are sent in parts. Methods throw as those of {@link MoverApi}. */
public final class ListApi {
    private static final Duration PART_TIMEOUT = Duration.ofMinutes(5);

    private final RestConnection rest;

    ListApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Submits a job whose items follow. The same key with the same message gives the same job. */
    public JobView begin(SubmitJob withoutItems, String idempotencyKey) {
        RestPath path = RestPath.of("/jobs").with("itemsFollow", true);
        return rest.post(path, withoutItems, idempotencyKey, Json.type(JobView.class));
    }

    /**
     * Sends a part of the list, durable when this returns. The same part may be sent again.
     *
     * @param from number of its first entry in the whole list, from 0
     * @param isLast true if the list is complete with this part
     * @param lines one entry a line, as JSON
     */
    public ReceivedItems add(String jobId, int from, boolean isLast, byte[] lines) {
        RestPath path = RestPath.of("/jobs/{}/items", jobId).with("from", from).with("last", isLast);
        return rest.postLines(path, lines, PART_TIMEOUT, Json.type(ReceivedItems.class));
    }
}
