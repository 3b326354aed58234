package org.bdm.server.testkit;

import java.util.Arrays;
import java.util.List;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.node.NodeDescription;
import org.bdm.server.catalog.node.OfferedExport;

/** Says that the node of a test offers writable exports, as a server does when it starts. */
public final class Offering {
    private Offering() {}

    /** The same catalog, whose node offers these exports. */
    public static Catalog at(Catalog catalog, String... exports) {
        List<OfferedExport> offered = Arrays.stream(exports)
                .map(name -> new OfferedExport(name, rootId(name), true))
                .toList();
        catalog.nodes().announce(new NodeDescription("a test", "test", true, true, null, null, offered));
        return catalog;
    }

    /** What the directory of that export calls itself. */
    public static String rootId(String export) {
        return "%032x".formatted(export.hashCode() & 0xffff_ffffL);
    }
}
