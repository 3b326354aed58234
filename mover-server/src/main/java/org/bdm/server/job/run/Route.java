package org.bdm.server.job.run;

import org.bdm.core.id.ExportName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.bdm.server.site.access.LinkReading;

/**
 * From where into which export of this site. All files of a chunk have the same.
 *
 * @param relay the other destinations of the same tree
 */
public record Route(SourcePlace source, ExportName destination, RelayOrder relay) {
    static Route of(SubmittedItem item, JobSettings settings) {
        ExportName into = Endpoint.parse(item.destination()).export();
        if (!(item.source() instanceof ItemSource.AtSite at)) {
            return new Route(new SourcePlace.OfDataNodes(), into, RelayOrder.NONE);
        }
        Endpoint from = at.endpoint();
        LinkReading links = settings.symlinks() == SymbolicLinks.FOLLOW ? LinkReading.FOLLOWED : LinkReading.AS_LINKS;
        RelayOrder relay = item.recursive() ? RelayOrder.of(from, item, settings.relay()) : RelayOrder.NONE;
        return new Route(new SourcePlace.OfSite(from.site(), from.export(), links), into, relay);
    }

    /** The site under whose link all bytes of a session count; empty for one with many places, each of which counts by itself. */
    String linkSource() {
        return relay.isEmpty() && source instanceof SourcePlace.OfSite of
                ? of.site().value()
                : "";
    }
}
