package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.dataset.CreateSubscription;
import org.bdm.core.control.dataset.FoundBySubscriptionView;
import org.bdm.core.control.dataset.SubscriptionPlanView;
import org.bdm.core.control.dataset.SubscriptionView;
import org.jspecify.annotations.Nullable;

/** The routes about standing queries of one control plane; errors as in {@link MoverApi}. */
public final class SubscriptionApi {
    private final RestConnection rest;

    SubscriptionApi(RestConnection rest) {
        this.rest = rest;
    }

    public SubscriptionView subscribe(CreateSubscription wish) {
        return rest.send("POST", RestPath.of("/subscriptions"), wish, Json.type(SubscriptionView.class));
    }

    /** Counts what the query finds, and what of it the first run would take; creates nothing. */
    public SubscriptionPlanView plan(CreateSubscription wish) {
        return rest.send("POST", RestPath.of("/subscriptions/plans"), wish, Json.type(SubscriptionPlanView.class));
    }

    /** By number; without how far the indexes were harvested. */
    public Iterator<SubscriptionView> subscriptions() {
        return PageWalk.of(rest, RestPath.of("/subscriptions"), SubscriptionView.class);
    }

    public SubscriptionView subscription(String id) {
        return rest.get(RestPath.of("/subscriptions/{}", id), Json.type(SubscriptionView.class));
    }

    /** By name. A null state takes all. */
    public Iterator<FoundBySubscriptionView> found(String id, @Nullable String state) {
        return PageWalk.of(
                rest,
                RestPath.of("/subscriptions/{}/datasets", id).with("state", state),
                FoundBySubscriptionView.class);
    }

    /** {@code verb} is pause, resume or run; of run ask {@link #subscription} until it has one run more. */
    public SubscriptionView steer(String id, String verb) {
        return rest.send("POST", RestPath.of("/subscriptions/{}/" + verb, id), null, Json.type(SubscriptionView.class));
    }

    public SubscriptionView remove(String id) {
        return rest.send("DELETE", RestPath.of("/subscriptions/{}", id), null, Json.type(SubscriptionView.class));
    }
}
