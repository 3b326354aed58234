package org.bdm.server.catalog.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process as it announces itself.
 *
 * @param process for people: process, host and home
 * @param version of the program
 * @param doesControl whether it serves REST and does the duties of the site
 * @param doesData whether it lists, moves and serves files
 * @param controlUrl of its REST interface; null without that role
 * @param dataAddress HOST:PORT of its data port; null without that role
 * @param exports what it offers
 */
public record NodeDescription(
        String process,
        String version,
        boolean doesControl,
        boolean doesData,
        @Nullable String controlUrl,
        @Nullable String dataAddress,
        List<OfferedExport> exports) {
    /** Copies the list. */
    public NodeDescription {
        exports = List.copyOf(exports);
    }
}
