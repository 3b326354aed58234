package org.bdm.server.catalog.db;

import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The contents that a database must have before it is opened for writing.
 *
 * @param mayBegin whether nothing may be there yet
 * @param node the site that the catalog must be of; null if any will do
 * @param mayJoin whether a catalog of another site will do as well, since its nodes may have keys of their own
 */
public record CatalogExpectation(boolean mayBegin, @Nullable NodeId node, boolean mayJoin) {
    /** A catalog of any node. */
    public static final CatalogExpectation THERE = new CatalogExpectation(false, null, false);

    /** A catalog of any node, or an empty place for one. */
    public static final CatalogExpectation THERE_OR_EMPTY = new CatalogExpectation(true, null, false);

    /**
     * Compares.
     *
     * @param nodes the nodes that the catalog knows; empty if there is no catalog
     * @throws MoverException HOME_INCOMPLETE; NOT_FOUND if a catalog of any node was expected
     */
    public void require(CatalogLocation location, Set<String> nodes) {
        if (nodes.isEmpty()) {
            if (!mayBegin) throw missing(location);
        } else if (node != null && !mayJoin && !nodes.contains(node.fingerprint())) {
            throw foreign("the catalog " + location, node);
        }
    }

    /** The catalog belongs to another site than the key of this home, or the key that was given. */
    public static MoverException foreign(String catalog, NodeId node) {
        return new MoverException(
                ErrorCode.HOME_INCOMPLETE,
                catalog + " is of another node than the key of this home, " + node
                        + ": restore the node-key.pem that belongs to it, or use the catalog of this home; a further node of a site needs"
                        + " a new home, or the key of the site, --site-key FILE; to accept this key"
                        + " in this catalog, run 'mover-server catalog adopt' with the same --home and --catalog");
    }

    private MoverException missing(CatalogLocation location) {
        if (node == null) return new MoverException(ErrorCode.NOT_FOUND, "there is no catalog " + location);
        String restore = location.isPostgreSql()
                ? "'pg_restore'"
                : "'mover-server catalog restore FILE.zip', with the same --home";
        return new MoverException(
                ErrorCode.HOME_INCOMPLETE,
                "the home has been used, but there is no catalog at " + location + ": restore it with " + restore
                        + "; without a backup, 'mover-server catalog create' begins an empty one, and all jobs and pairings are lost");
    }
}
