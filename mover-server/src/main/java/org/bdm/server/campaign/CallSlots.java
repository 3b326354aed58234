package org.bdm.server.campaign;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;

/**
 * Bounds the calls of each site that are answered at a time; one with slow calls takes nothing from the others, and the data port divides its
 * threads between the sites. Any thread.
 */
final class CallSlots {
    static final int AT_ONCE_OF_ONE_MAX = 4;

    private final Map<SiteName, Semaphore> bySite = new ConcurrentHashMap<>(); // of paired sites, which a person adds

    /** A call that is answered. */
    interface Slot extends AutoCloseable {
        @Override
        void close();
    }

    /** A slot of this site; TOO_MANY_REQUESTS if it has no more. */
    Slot take(SiteName site) {
        Semaphore ofSite = bySite.computeIfAbsent(site, first -> new Semaphore(AT_ONCE_OF_ONE_MAX));
        if (ofSite.tryAcquire()) return ofSite::release;
        throw new MoverException(
                ErrorCode.TOO_MANY_REQUESTS,
                AT_ONCE_OF_ONE_MAX + " requests of site " + site + " are answered already");
    }
}
