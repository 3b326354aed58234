package org.bdm.server.catalog.site;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * Access of this site elsewhere that it lends to a paired site: a tree at another site, or its login at a data node.
 *
 * @param text as a person writes it: {@code bdm://SITE/EXPORT[/prefix]}, {@code https://HOST[:PORT]}, or {@code bdm://*} and
 *     {@code https://*} for all of them
 * @param tree at another site; null for all of them, and for a data node
 * @param node name of a data node; null for all of them, and for a tree
 */
public record LentAccess(
        String text, @Nullable Endpoint tree, @Nullable String node) {
    private static final String SITES = "bdm://";
    private static final String NODES = "https://";
    private static final String ALL = "*";

    /** True for the text of a place elsewhere, well formed or not. */
    public static boolean isMeant(String text) {
        return text.contains("://");
    }

    /** Reads what a person wrote; INVALID_REQUEST. */
    public static LentAccess parse(String text) {
        if (text.equals(SITES + ALL) || text.equals(NODES + ALL)) return new LentAccess(text, null, null);
        if (text.startsWith(SITES)) {
            Endpoint tree = Endpoint.parse(text);
            return new LentAccess(tree.toString(), tree, null);
        }
        String node = text.startsWith(NODES) ? node(text) : null;
        if (node != null) return new LentAccess(NODES + node, null, node);
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "'" + text + "' is no access that can be lent: write bdm://SITE/EXPORT[/prefix], https://HOST[:PORT],"
                        + " bdm://* or https://*");
    }

    private static @Nullable String node(String text) {
        try {
            URI address = URI.create(text.toLowerCase(Locale.ROOT));
            boolean isHostAlone = HttpOrigin.isHttp(address)
                    && address.getUserInfo() == null
                    && address.getPath().isEmpty()
                    && address.getQuery() == null
                    && address.getFragment() == null;
            return isHostAlone ? HttpOrigin.of(address).node() : null;
        } catch (IllegalArgumentException e) {
            return null; // no address: the caller says what one is
        }
    }

    /** The parts at or below {@code wanted} that are lent; empty if there are none. */
    public List<StorePath> readable(SiteName site, ExportName export, StorePath wanted) {
        if (text.equals(SITES + ALL)) return List.of(wanted);
        if (tree == null || !tree.site().equals(site) || !tree.export().equals(export)) return List.of();
        if (wanted.startsWith(tree.path())) return List.of(wanted);
        return tree.path().startsWith(wanted) ? List.of(tree.path()) : List.of();
    }

    /** True if the login at the data node of this name is lent. */
    public boolean isLoginAt(String name) {
        return text.equals(NODES + ALL)
                || Optional.ofNullable(node).filter(name::equals).isPresent();
    }

    @Override
    public String toString() {
        return text;
    }
}
