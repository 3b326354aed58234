package org.bdm.server.job.run;

import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.server.site.access.LinkReading;

/** The source of the files of a route. */
public sealed interface SourcePlace {
    /** One export of one site, and how its links are read. */
    record OfSite(SiteName site, ExportName export, LinkReading links) implements SourcePlace {
        @Override
        public String toString() {
            return site + "/" + export;
        }
    }

    /** Any data node, and sites that have the file too: each file says where its copies are. */
    record OfDataNodes() implements SourcePlace {
        @Override
        public String toString() {
            return "data nodes";
        }
    }
}
