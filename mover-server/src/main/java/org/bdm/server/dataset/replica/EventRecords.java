package org.bdm.server.dataset.replica;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.drs.DatasetName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what the event stream of ESGF-NG says into the replica sets, from which states of holdings follow. The same event may be taken any
 * number of times. Events of one dataset version come in their order, one at a time. Any thread that may block for long.
 */
public final class EventRecords {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecords.class);
    /** From here on codes are about the catalog and the service itself. */
    private static final int CATALOG_CODES = 700;

    private final Catalog catalog;
    private final DatasetResolver resolver;
    private final String index;
    private final Following following;

    /** The datasets that are followed. */
    public enum Following {
        /** Those of which a version is known or held here: others would fill the catalog with what nobody asked for. */
        KNOWN,
        /** Every dataset of the stream. */
        ALL;

        /** By its name in any case; INVALID_REQUEST. */
        public static Following of(String text) {
            for (Following one : values()) {
                if (one.name().equals(text.toUpperCase(Locale.ROOT))) return one;
            }
            throw new MoverException(ErrorCode.INVALID_REQUEST, "datasets of events are 'known' or 'all'");
        }
    }

    /** The outcome of an event. */
    public enum Outcome {
        /** It is in the catalog. */
        TAKEN,
        /** It is of a dataset that is not followed, or older than what the same index said. */
        PASSED_OVER,
        /** The index, which had to be read for the event, did not answer now; a later search will. */
        NOT_READ
    }

    /**
     * With its parts.
     *
     * @param resolver reads a dataset again where an event only says that it changed
     * @param index name under which the stream tells its claims
     */
    public EventRecords(Catalog catalog, DatasetResolver resolver, String index, Following following) {
        this.catalog = catalog;
        this.resolver = resolver;
        this.index = index;
        this.following = following;
    }

    /** Takes one; durable when it returns. Fails with what the catalog throws: then it has to be given again. */
    public Outcome take(CatalogEvent event) {
        if (!isFollowed(event)) return Outcome.PASSED_OVER;
        Optional<ReplicaSet> stored =
                catalog.replicaSets().find(event.instanceId()).map(found -> found.set());
        if (event instanceof CatalogEvent.Changed || isOfUnknownFiles(event, stored)) return read(event);
        EventClaims claims = new EventClaims(index, stored);
        if (claims.isOutdated(event)) return Outcome.PASSED_OVER;
        say(event, claims);
        List<ReplicaSet> sets = claims.set().stream().toList();
        new ReplicaStore(catalog).put(new VersionFlags(catalog).withLatest(sets));
        return Outcome.TAKEN;
    }

    /** A copy says neither size nor digest, so that of an unknown dataset says too little. */
    private static boolean isOfUnknownFiles(CatalogEvent event, Optional<ReplicaSet> stored) {
        return event instanceof CatalogEvent.ReplicaAdded
                && stored.map(set -> set.variants().isEmpty()).orElse(true);
    }

    private boolean isFollowed(CatalogEvent event) {
        if (following == Following.ALL) return true;
        String masterId = DatasetName.of(event.instanceId()).masterId();
        return !catalog.replicaSets().versions(masterId).isEmpty()
                || !catalog.holdings().heldVersions(List.of(masterId)).isEmpty();
    }

    private static void say(CatalogEvent event, EventClaims claims) {
        if (event instanceof CatalogEvent.Published published) {
            claims.published(published.claims());
        } else if (event instanceof CatalogEvent.ReplicaAdded added) {
            claims.added(added, added.dataNode(), added.copies());
        } else if (event instanceof CatalogEvent.ReplicaRemoved removed) {
            claims.removed(removed.dataNode(), removed.fileNames());
        } else if (event instanceof CatalogEvent.StatusChanged changed) {
            claims.flags(changed, changed.status());
        } else {
            // Retracted; or hidden, which is as good as that: nobody is to use it.
            claims.flags(
                    event, new ClaimedStatus(Optional.empty(), Optional.empty(), Optional.of(true), Optional.empty()));
        }
    }

    private Outcome read(CatalogEvent event) {
        try {
            DatasetWishes wish = new DatasetWishes(List.of(event.instanceId()), List.of());
            Resolved found = resolver.resolve(wish, DatasetResolver.Keeping.STORED, set -> {});
            boolean isWhole = found.warnings().stream().noneMatch(IndexWarning::affectsCompleteness);
            if (isWhole && found.unknown().isEmpty()) return Outcome.TAKEN;
            LOG.warn("{} changed, and the indexes do not tell all of it now", event.instanceId());
        } catch (MoverException e) {
            if (e.code().number() >= CATALOG_CODES) throw e;
            LOG.warn("{} changed, and cannot be read again now: {}", event.instanceId(), e.sentence());
        }
        return Outcome.NOT_READ;
    }
}
