package org.bdm.server.upkeep;

import java.time.LocalDate;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.http.BudgetSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the daily budgets of indexes in the catalog: a restart does not give them anew, and all processes of the site together spend no more.
 */
public final class IndexBudgets implements BudgetSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexBudgets.class);

    private final Catalog catalog;
    private final ConfiguredFederation federation;

    /** The federation takes its requests from here. */
    public IndexBudgets(Catalog catalog, ConfiguredFederation federation) {
        this.catalog = catalog;
        this.federation = federation;
        federation.budgetsAt(this);
    }

    @Override
    public int reserve(String index, LocalDate day, int wanted, int requestsPerDay) {
        return catalog.indexRequests().reserve(index, day, wanted, requestsPerDay);
    }

    @Override
    public void giveBack(String index, LocalDate day, int unused) {
        catalog.indexRequests().giveBack(index, day, unused);
    }

    /** Puts back what was not spent; the catalog has to be open still, and nobody to ask indexes any more. */
    @Override
    public void close() {
        try {
            federation.giveBackBudgets();
        } catch (MoverException e) {
            LOG.warn("a few requests of the index budgets are lost: {}", e.sentence());
        }
    }
}
