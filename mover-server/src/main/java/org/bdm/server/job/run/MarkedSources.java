package org.bdm.server.job.run;

import java.util.List;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.Scitag;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.SourceConnections;
import org.jspecify.annotations.Nullable;

/** Opens the sources of a session, and marks their streams for networks: with a class of packets, and with a SciTag. Any thread. */
final class MarkedSources implements SourceConnections {
    /** Codes of the events that tell which packets or streams are not marked. */
    static final String DSCP_EVENT = "DSCP";

    static final String SCITAG_EVENT = "SCITAG";

    private final SourceConnections real;
    private final Dscp dscp;
    private final @Nullable Scitag scitag;
    private final FetchListener listener;

    MarkedSources(SourceConnections real, TransferOptions options, FetchListener listener) {
        this.real = real;
        this.dscp = options.dscp();
        this.scitag = options.scitag();
        this.listener = listener;
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        BlockSource source = real.connect(site, export, job, prefixes, links);
        if (!dscp.isDefault()) source.useDscp(dscp, () -> listener.onNote(DSCP_EVENT, ofOldSite(site)));
        if (scitag != null) source.useScitag(scitag);
        return source;
    }

    private String ofOldSite(SiteName site) {
        return "Packets from " + site + " do not have the DSCP " + dscp
                + ": the version there cannot set it. Packets from here to it have it.";
    }

    /** The job reads from data nodes, too. */
    void noteDataNodes() {
        if (!dscp.isDefault())
            listener.onNote(
                    DSCP_EVENT,
                    "Packets from and to data nodes do not have the DSCP of the job: it is set between sites only.");
        if (scitag != null)
            listener.onNote(
                    SCITAG_EVENT,
                    "Networks are not told of connections to data nodes: a SciTag is for streams between sites only.");
    }
}
