package org.bdm.server.api;

import java.util.List;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.access.LocalExports;
import org.bdm.server.access.OwnSite;
import org.bdm.server.access.SourceConnections;

/** Opens exports of this and other sites to be looked at. */
final class Trees {
    private final LocalExports exports;
    private final SourceConnections sources;
    private final OwnSite own;

    Trees(LocalExports exports, SourceConnections sources, OwnSite own) {
        this.exports = exports;
        this.sources = sources;
        this.own = own;
    }

    /** May wait for a connection; UNKNOWN_SITE, UNKNOWN_EXPORT, errors of the connection. */
    Tree open(Endpoint endpoint) {
        if (endpoint.site().equals(own.name()))
            return new StoreTree(exports.find(endpoint.export()).store());
        return PeerTree.open(
                sources.connect(endpoint.site(), endpoint.export(), null, List.of(endpoint.path())),
                "site '" + endpoint.site() + "'");
    }
}
