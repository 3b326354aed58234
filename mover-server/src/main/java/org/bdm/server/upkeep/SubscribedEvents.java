package org.bdm.server.upkeep;

import java.time.Duration;
import java.util.List;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.index.ClaimedDataset;

/**
 * Tells subscriptions what the event stream says was published, so that they need not wait for their next run. The same event may be taken any
 * number of times. Any thread that may block.
 */
public final class SubscribedEvents {
    /** Events come in swarms, and the index that an event belongs to may show it a little later. */
    private static final Duration AFTER = Duration.ofSeconds(5);

    private static final Duration APART = Duration.ofSeconds(20);

    private final Catalog catalog;
    private final SubscribedJobs jobs;

    /** With its parts. */
    public SubscribedEvents(Catalog catalog, SubscribedJobs jobs) {
        this.catalog = catalog;
        this.jobs = jobs;
    }

    /** Notes a dataset for each subscription whose query surely finds it; durable when it returns. Fails with what the catalog throws. */
    public void take(CatalogEvent event) {
        if (!(event instanceof CatalogEvent.Published published)) return;
        List<ClaimedDataset> told = published.claims().stream()
                .filter(ClaimedDataset.class::isInstance)
                .map(ClaimedDataset.class::cast)
                .toList();
        for (Subscription subscription : catalog.subscriptions().alive()) {
            boolean isWanted = subscription.state() == SubscriptionState.ACTIVE
                    && told.stream().anyMatch(jobs.selection(subscription)::isMetBy);
            if (!isWanted) continue;
            Durable.await(catalog.subscriptions().heard(subscription.number(), published.instanceId(), AFTER, APART));
        }
    }
}
