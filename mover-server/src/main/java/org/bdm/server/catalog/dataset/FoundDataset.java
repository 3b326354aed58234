package org.bdm.server.catalog.dataset;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A dataset version that a standing query found.
 *
 * @param text why it is in this state; may be empty
 * @param order what was made of it last
 * @param tracking how it went, and what indexes announced
 */
public record FoundDataset(
        String instanceId, FoundState state, String text, Order order, Instant foundAt, Tracking tracking) {
    /**
     * The last order of a dataset.
     *
     * @param batch number of the group that becomes one job; null for none
     * @param job null for none
     * @param request number of the request that asks for it; null for none
     */
    public record Order(
            @Nullable Long batch,
            @Nullable JobId job,
            @Nullable Long request) {
        static final Order NONE = new Order(null, null, null);
    }

    /**
     * The fate of a dataset so far.
     *
     * @param isChanged whether indexes announced something else since it was looked at
     * @param extent fingerprint of what the last order was made of; empty for none
     * @param tries jobs in a row that did not bring all of it
     * @param retryAt when it is tried again; null for never
     * @param since when the first of these jobs was seen to have ended; null for none
     */
    public record Tracking(
            boolean isChanged,
            String extent,
            int tries,
            @Nullable Instant retryAt,
            @Nullable Instant since) {
        /** The fate of what was just found. */
        public static final Tracking NONE = new Tracking(false, "", 0, null, null);

        /** The same with another fingerprint, and no change outstanding. */
        public Tracking of(String other) {
            return new Tracking(false, other, tries, retryAt, since);
        }
    }

    /** Makes one that was just found. */
    public FoundDataset(String instanceId, FoundState state, String text, Instant foundAt) {
        this(instanceId, state, text, Order.NONE, foundAt, Tracking.NONE);
    }

    public @Nullable Long batch() {
        return order.batch();
    }

    public @Nullable JobId job() {
        return order.job();
    }

    public @Nullable Long request() {
        return order.request();
    }

    /** The same in another state. */
    public FoundDataset as(FoundState next, String why) {
        return new FoundDataset(instanceId, next, why, order, foundAt, tracking);
    }

    /** The same with another fate. */
    public FoundDataset with(Tracking other) {
        return new FoundDataset(instanceId, state, text, order, foundAt, other);
    }
}
