package org.bdm.server.upkeep;

import java.util.Optional;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.holding.HoldingState;

/** The policy of the subscription that found a dataset, of the oldest if there are several; else that of the server. */
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
