package org.bdm.server.metrics;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of the site. The catalog knows only the last run of each; an earlier success that this process saw is remembered until it
 * ends.
 */
final class SubscriptionMeters implements MeterSource {
    private final Refreshed<List<Subscription>> alive;
    private final Map<Long, Instant> successes = new ConcurrentHashMap<>();

    /** Reads what is alive through {@code alive}. */
    SubscriptionMeters(Refreshed<List<Subscription>> alive) {
        this.alive = alive;
    }

    @Override
    public void addTo(MeterSamples samples) {
        alive.value().ifPresent(read -> add(read, samples));
    }

    private void add(List<Subscription> read, MeterSamples samples) {
        samples.add(DeclaredMeter.SITE_SUBSCRIPTIONS, 0, SubscriptionState.ACTIVE.name());
        samples.add(DeclaredMeter.SITE_SUBSCRIPTIONS, 0, SubscriptionState.PAUSED.name());
        successes.keySet().retainAll(read.stream().map(Subscription::number).toList());
        for (Subscription each : read) {
            samples.add(DeclaredMeter.SITE_SUBSCRIPTIONS, 1, each.state().name());
            if (each.state() == SubscriptionState.ACTIVE) add(each, samples);
        }
    }

    private void add(Subscription each, MeterSamples samples) {
        String name = "subscription-" + each.number();
        Subscription.Run last = each.last();
        Instant ended = last == null ? null : last.endedAt();
        if (last == null || ended == null) { // the first run is due, or one is under way
            addSuccess(name, successes.get(each.number()), samples);
            return;
        }
        boolean isGood = last.trouble().isEmpty();
        if (isGood) successes.put(each.number(), ended);
        addSuccess(name, successes.get(each.number()), samples);
        samples.add(DeclaredMeter.SITE_SUBSCRIPTION_FAILING, !isGood, name);
    }

    private static void addSuccess(String name, @Nullable Instant at, MeterSamples samples) {
        if (at != null) samples.add(DeclaredMeter.SITE_SUBSCRIPTION_SUCCESS, at.toEpochMilli() / 1e3, name);
    }
}
