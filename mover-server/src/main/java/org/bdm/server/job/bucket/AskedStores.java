package org.bdm.server.job.bucket;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.bdm.core.destination.object.MannersProbe;
import org.bdm.core.destination.object.ObjectRemoval;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The manners of the stores that buckets are at: each is asked once, before something that depends on them, and what it has shown is kept. Any
 * thread that may block.
 */
public final class AskedStores {
    private static final Logger LOG = LoggerFactory.getLogger(AskedStores.class);

    private final Catalog catalog;
    private final StoreWait waiting;
    private final Supplier<String> fresh;
    private final Map<String, StoreManners> known = new ConcurrentHashMap<>();
    private final Map<String, Object> asking = new ConcurrentHashMap<>(); // locks, by address

    /**
     * With its parts.
     *
     * @param fresh gives a text that nobody has used, for keys of its own
     */
    public AskedStores(Catalog catalog, StoreWait waiting, Supplier<String> fresh) {
        this.catalog = catalog;
        this.waiting = waiting;
        this.fresh = fresh;
    }

    /** Returns what a store has shown before; empty if it was not asked. */
    Optional<StoreManners> kept(ObjectStore store) {
        String address = store.bucket().shown();
        StoreManners here = known.get(address);
        if (here != null) return Optional.of(here);
        Optional<StoreManners> there = catalog.storeManners().of(address);
        there.ifPresent(manners -> known.put(address, manners));
        return there;
    }

    /** Returns the manners of a store; asks it once. Who needs those of another store does not wait for that. */
    public StoreManners manners(ObjectStore store) {
        Optional<StoreManners> kept = kept(store);
        if (kept.isPresent()) return kept.get();
        String address = store.bucket().shown();
        synchronized (asking.computeIfAbsent(address, key -> new Object())) {
            return kept(store).orElseGet(() -> asked(store, address));
        }
    }

    /** Returns what deletes single objects of a store; asks it first if it is not known. */
    ObjectRemoval removal(ObjectStore store) {
        return new ObjectRemoval(store.bucket(), manners(store), waiting);
    }

    private StoreManners asked(ObjectStore store, String address) {
        String prefix = store.key(StorePath.ROOT) + ".bdm/asked-" + fresh.get() + "/";
        StoreManners asked = new MannersProbe(store.bucket(), prefix, threads(), waiting).ask();
        LOG.info("{}: {}", address, asked.shown());
        Durable.await(catalog.storeManners().put(address, asked));
        known.put(address, asked);
        return asked;
    }

    private static Executor threads() {
        return request -> {
            Thread thread = new Thread(request, "store-asked");
            thread.setDaemon(true);
            thread.start();
        };
    }
}
