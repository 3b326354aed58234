package org.bdm.server.site.access;

import org.bdm.server.catalog.Catalog;

/** Notices that another process of the site has changed pins, grants or invitations. One thread; may block. */
public final class TrustWatch {
    private final Catalog catalog;
    private final PeerTrust trust;
    private long seen;

    /** For a trust that is up to date now. */
    public TrustWatch(Catalog catalog, PeerTrust trust) {
        this.catalog = catalog;
        this.trust = trust;
        this.seen = catalog.sites().version();
    }

    /** Often; reads anew what has changed. */
    public void look() {
        long now = catalog.sites().version();
        if (now == seen) return;
        trust.reload();
        seen = now;
    }
}
