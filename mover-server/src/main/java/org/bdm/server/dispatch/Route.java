package org.bdm.server.dispatch;

import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.access.LinkReading;
import org.bdm.server.catalog.JobItem;
import org.bdm.server.scheduler.JobSettings.SymbolicLinks;

/** From which export of which site into which export of this one, and how its links are read. All files of a chunk have the same. */
public record Route(SiteName site, ExportName source, ExportName destination, LinkReading links) {
    static Route of(JobItem item, SymbolicLinks symlinks) {
        LinkReading links = symlinks == SymbolicLinks.FOLLOW ? LinkReading.FOLLOWED : LinkReading.AS_LINKS;
        Endpoint from = Endpoint.parse(item.source());
        return new Route(
                from.site(), from.export(), Endpoint.parse(item.destination()).export(), links);
    }
}
