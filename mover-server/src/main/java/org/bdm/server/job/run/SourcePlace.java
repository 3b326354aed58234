package org.bdm.server.job.run;

import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.site.access.LinkReading;

/** The source of the files of a route. */
public sealed interface SourcePlace {
    /** Name under which the files of data nodes are counted together; no site can have it. */
    String DATA_NODES = "data nodes";

    /** Returns the name under which a file is counted: that of its site, or {@link #DATA_NODES}. */
    static String shown(FileRow file) {
        return file.item().source() instanceof ItemSource.AtSite at
                ? at.endpoint().site().value()
                : DATA_NODES;
    }

    /** Returns the name under which what comes from here is counted. */
    default String shown() {
        return this instanceof OfSite site ? site.site().value() : DATA_NODES;
    }

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
            return DATA_NODES;
        }
    }
}
