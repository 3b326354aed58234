package org.bdm.server.upkeep;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.RequestsOfDay;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.http.SpentRequests;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps in the catalog what is spent of the daily budgets of indexes, so that a restart does not give them anew. A process that is killed
 * forgets what it spent in its last seconds.
 */
public final class IndexBudgets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexBudgets.class);
    private static final long EVERY_SECONDS = 3;

    private final Catalog catalog;
    private final ConfiguredFederation federation;
    private final Upkeep upkeep = new Upkeep("budgets of indexes", EVERY_SECONDS, this::pass);
    private List<SpentRequests> written = List.of(); // guarded by this

    /** Goes on with what is kept of today; fails with what the catalog throws. */
    public IndexBudgets(Catalog catalog, ConfiguredFederation federation, Clock clock) {
        this.catalog = catalog;
        this.federation = federation;
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        federation.goOnFrom(catalog.indexRequests().of(today).stream()
                .map(kept ->
                        new SpentRequests(kept.index(), kept.day(), (int) Math.min(Integer.MAX_VALUE, kept.requests())))
                .toList());
    }

    /** Begins to write what changes. */
    public void start() {
        upkeep.start();
    }

    /** Writes what was spent since the last time, if anything was. */
    synchronized void pass() {
        List<SpentRequests> spent = federation.spentRequests();
        if (spent.equals(written)) return;
        Durable.await(catalog.indexRequests()
                .keep(spent.stream()
                        .map(one -> new RequestsOfDay(one.index(), one.day(), one.requests()))
                        .toList()));
        written = spent;
    }

    /** Writes for the last time; the catalog has to be open still, and nobody to ask indexes any more. */
    @Override
    public void close() {
        upkeep.close();
        try {
            pass();
        } catch (MoverException e) {
            LOG.warn("the last seconds of the index budgets were not written: {}", e.sentence());
        }
    }
}
