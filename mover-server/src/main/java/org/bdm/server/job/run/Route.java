package org.bdm.server.job.run;

import org.bdm.core.id.ExportName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.job.schedule.JobSettings.SymbolicLinks;
import org.bdm.server.site.access.LinkReading;

/** From where into which export of this site. All files of a chunk have the same. */
public record Route(SourcePlace source, ExportName destination) {
    static Route of(SubmittedItem item, SymbolicLinks symlinks) {
        return new Route(
                source(item, symlinks), Endpoint.parse(item.destination()).export());
    }

    private static SourcePlace source(SubmittedItem item, SymbolicLinks symlinks) {
        if (item.hasCopies()) return new SourcePlace.OfDataNodes();
        LinkReading links = symlinks == SymbolicLinks.FOLLOW ? LinkReading.FOLLOWED : LinkReading.AS_LINKS;
        Endpoint from = Endpoint.parse(item.source());
        return new SourcePlace.OfSite(from.site(), from.export(), links);
    }
}
