package org.bdm.server.job.run;

import java.util.List;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.StorePath;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.SourceConnections;
import org.jspecify.annotations.Nullable;

/** Opens the sources of a session, and sets the class of packets of its job on their streams. Any thread. */
final class DscpSources implements SourceConnections {
    /** Code of the event that tells which packets do not have the class. */
    static final String EVENT = "DSCP";

    static final String OF_DATA_NODES =
            "Packets from and to data nodes do not have the DSCP of the job: it is set between sites only.";

    private final SourceConnections real;
    private final Dscp dscp;
    private final FetchListener listener;

    DscpSources(SourceConnections real, Dscp dscp, FetchListener listener) {
        this.real = real;
        this.dscp = dscp;
        this.listener = listener;
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        BlockSource source = real.connect(site, export, job, prefixes, links);
        if (!dscp.isDefault()) source.useDscp(dscp, () -> listener.onNote(EVENT, ofOldSite(site)));
        return source;
    }

    private String ofOldSite(SiteName site) {
        return "Packets from " + site + " do not have the DSCP " + dscp
                + ": the version there cannot set it. Packets from here to it have it.";
    }
}
