package org.bdm.server.site.opening;

import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.StorePath;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.SourceConnections;
import org.jspecify.annotations.Nullable;

/** Connects to no banned site, for whatever reason: SITE_BANNED. Any thread. */
public final class UnbannedSources implements SourceConnections {
    private final SourceConnections real;
    private final Openings openings;

    /** Connects by {@code real}. */
    public UnbannedSources(SourceConnections real, Openings openings) {
        this.real = real;
        this.openings = openings;
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        openings.refuseBanned(site.value());
        return real.connect(site, export, job, prefixes, links);
    }

    @Override
    public BlockSource bench(SiteName site, long bytesMax) {
        openings.refuseBanned(site.value());
        return real.bench(site, bytesMax);
    }
}
