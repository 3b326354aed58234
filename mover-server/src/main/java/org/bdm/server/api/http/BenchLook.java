package org.bdm.server.api.http;

import org.bdm.core.control.link.BenchView;
import org.bdm.server.catalog.site.LinkBench;

/** Shows measurements, in reports of jobs as in those of links. */
public interface BenchLook {
    /** The measurement as the API shows it. */
    BenchView of(LinkBench bench);
}
