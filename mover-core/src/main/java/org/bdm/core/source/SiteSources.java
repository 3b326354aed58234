package org.bdm.core.source;

import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;

/** Opens exports of sites, this one among them. Any thread; nothing blocks. */
public interface SiteSources {
    /**
     * A source that is not open yet.
     *
     * @throws org.bdm.core.fault.MoverException UNKNOWN_SITE, PEER_UNREACHABLE
     */
    BlockSource connect(SiteName site, ExportName export);

    /** Whether the files of that site are here already, so that reading them is no moving. */
    boolean isHere(SiteName site);
}
