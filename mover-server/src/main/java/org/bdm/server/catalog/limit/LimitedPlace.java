package org.bdm.server.catalog.limit;

/**
 * A link of this site, or an export or a node of it: each can have a limit.
 *
 * @param name of an export; number of a node; of a link its other end: a site, the host of a data node, or {@value Limit#EVERYTHING}
 */
public record LimitedPlace(Kind kind, String name) {
    /** The kinds of places that can have a limit. */
    public enum Kind {
        LINK,
        EXPORT,
        NODE
    }

    /** The link with another site or with a data node. */
    public static LimitedPlace link(String name) {
        return new LimitedPlace(Kind.LINK, name);
    }

    /** An export, at all nodes that have it. */
    public static LimitedPlace export(String name) {
        return new LimitedPlace(Kind.EXPORT, name);
    }

    /** One node, for all exports. */
    public static LimitedPlace node(long number) {
        return new LimitedPlace(Kind.NODE, String.valueOf(number));
    }

    /** The name that people use: of the export or link, or such as {@code node-3}. */
    public String shownName() {
        return kind == Kind.NODE ? "node-" + name : name;
    }
}
