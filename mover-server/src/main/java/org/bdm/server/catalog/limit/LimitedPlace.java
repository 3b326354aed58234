package org.bdm.server.catalog.limit;

/**
 * An export or a node of this site.
 *
 * @param name of the export, or number of the node
 */
public record LimitedPlace(Kind kind, String name) {
    /** The kinds of places that can have a limit. */
    public enum Kind {
        EXPORT,
        NODE
    }

    /** An export, at all nodes that have it. */
    public static LimitedPlace export(String name) {
        return new LimitedPlace(Kind.EXPORT, name);
    }

    /** One node, for all exports. */
    public static LimitedPlace node(long number) {
        return new LimitedPlace(Kind.NODE, String.valueOf(number));
    }

    /** The name that people use: of the export, or such as {@code node-3}. */
    public String shownName() {
        return kind == Kind.NODE ? "node-" + name : name;
    }
}
