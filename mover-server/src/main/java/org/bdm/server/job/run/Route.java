package org.bdm.server.job.run;

import org.bdm.core.id.ExportName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.job.schedule.JobSettings;
import org.bdm.server.job.schedule.JobSettings.SymbolicLinks;
import org.bdm.server.site.access.LinkReading;

/**
 * From where into which export of this site. All files of a chunk have the same.
 *
 * @param relay the other destinations of the same tree
 */
public record Route(SourcePlace source, ExportName destination, RelayOrder relay) {
    static Route of(SubmittedItem item, JobSettings settings) {
        SourcePlace source = source(item, settings.symlinks());
        ExportName into = Endpoint.parse(item.destination()).export();
        boolean isRelayed = source instanceof SourcePlace.OfSite && item.recursive();
        return new Route(source, into, isRelayed ? RelayOrder.of(item, settings.relay()) : RelayOrder.NONE);
    }

    private static SourcePlace source(SubmittedItem item, SymbolicLinks symlinks) {
        if (item.hasCopies()) return new SourcePlace.OfDataNodes();
        LinkReading links = symlinks == SymbolicLinks.FOLLOW ? LinkReading.FOLLOWED : LinkReading.AS_LINKS;
        Endpoint from = Endpoint.parse(item.source());
        return new SourcePlace.OfSite(from.site(), from.export(), links);
    }

    /** The site under whose link all bytes of a session count; empty for one with many places, each of which counts by itself. */
    String linkSource() {
        return relay.isEmpty() && source instanceof SourcePlace.OfSite of
                ? of.site().value()
                : "";
    }
}
