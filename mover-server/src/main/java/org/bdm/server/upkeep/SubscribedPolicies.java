package org.bdm.server.upkeep;

import java.util.Optional;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.holding.HoldingState;

/** What the subscription says that found a dataset, the oldest one if there are several; else what the server says. */
public final class SubscribedPolicies implements PolicyChoice {
    private final Catalog catalog;
    private final PolicyChoice server;

    /** With what holds for datasets that no subscription says more of. */
    public SubscribedPolicies(Catalog catalog, PolicyChoice server) {
        this.catalog = catalog;
        this.server = server;
    }

    @Override
    public HoldingPolicy of(DatasetMark mark) {
        Optional<Subscription.Choices> choices = catalog.subscriptions().choicesOf(mark.instanceId());
        return choices.flatMap(said -> Optional.ofNullable(
                        mark.state() == HoldingState.RETRACTED ? said.onRetracted() : said.onSuperseded()))
                .orElseGet(() -> server.of(mark));
    }
}
