package org.bdm.server.look;

import java.util.List;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.TreeLister;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.SourceConnections;

/** Opens exports of this and other sites to be looked at. */
public final class Trees {
    private final LocalExports exports;
    private final SourceConnections sources;
    private final OwnSite own;

    Trees(LocalExports exports, SourceConnections sources, OwnSite own) {
        this.exports = exports;
        this.sources = sources;
        this.own = own;
    }

    /** May wait for a connection; UNKNOWN_SITE, UNKNOWN_EXPORT, errors of the connection. */
    public Tree open(Endpoint endpoint) {
        if (isHere(endpoint))
            return new StoreTree(exports.find(endpoint.export()).store());
        return ofPeer(endpoint, endpoint.path(), LinkReading.AS_LINKS);
    }

    /** True if {@link Tree#listTree} lists there. */
    public boolean listsTrees(Endpoint endpoint) {
        return isHere(endpoint) && exports.find(endpoint.export()).store() instanceof TreeLister;
    }

    /** As {@link #open}, with symbolic links followed. */
    public Tree openFollowing(Endpoint endpoint) {
        if (isHere(endpoint)) {
            Store store = exports.find(endpoint.export()).store();
            return new StoreTree(new FollowingStore(store, anywhere -> true));
        }
        return ofPeer(endpoint, StorePath.ROOT, LinkReading.FOLLOWED); // a link may lead anywhere in the export
    }

    /** An export of this site that only other nodes have is read at their data port. UNKNOWN_EXPORT. */
    private boolean isHere(Endpoint endpoint) {
        if (!endpoint.site().equals(own.name())) return false;
        exports.require(endpoint.export());
        return exports.isHere(endpoint.export());
    }

    private Tree ofPeer(Endpoint endpoint, StorePath prefix, LinkReading links) {
        return PeerTree.open(
                sources.connect(endpoint.site(), endpoint.export(), null, List.of(prefix), links),
                "site '" + endpoint.site() + "'");
    }
}
