package org.bdm.server.site.access;

import java.time.Clock;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.AuditEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes who changed what, and who was refused, to the audit log of the catalog. Any thread; never blocks. */
public final class AuditTrail {
    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    private final Catalog catalog;
    private final Clock clock;

    /** With its parts. */
    public AuditTrail(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    /** One line; what cannot be kept goes to the process's log with the reason. */
    public void note(String actor, String action, String object, String result, String address, String detail) {
        AuditEntry entry = new AuditEntry(0, clock.instant(), actor, action, object, result, address, detail);
        try {
            catalog.audit().add(entry).exceptionally(error -> {
                lost(entry, error);
                return entry;
            });
        } catch (MoverException e) {
            lost(entry, e);
        }
    }

    private static void lost(AuditEntry entry, Throwable error) {
        LOG.error(
                "audit line not kept: {} {} {} {} from {}",
                entry.actor(),
                entry.action(),
                entry.object(),
                entry.result(),
                entry.address(),
                error);
    }
}
