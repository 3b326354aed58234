package org.bdm.server.dispatch;

import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.JobItem;

/** From which export of which site into which export of this one. All files of a chunk have the same. */
public record Route(SiteName site, ExportName source, ExportName destination) {
    static Route of(JobItem item) {
        Endpoint from = Endpoint.parse(item.source());
        return new Route(from.site(), from.export(), Endpoint.parse(item.destination()).export());
    }
}
