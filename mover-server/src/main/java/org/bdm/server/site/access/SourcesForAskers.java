package org.bdm.server.site.access;

import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/**
 * Opens exports for a job with the rights of whoever asked for it: this site may read all of its own exports and much of other sites, and
 * lends that to a site that passed a job on only where a person said so. The ticket has only the parts that the asker may read, so the data
 * port refuses the rest. Any thread that may block.
 */
public final class SourcesForAskers implements SourceConnections {
    private final SourceConnections real;
    private final SiteName own;
    private final AskersRights rights;

    /** Connects by {@code real}. */
    public SourcesForAskers(SourceConnections real, Catalog catalog, SiteName own) {
        this.real = real;
        this.own = own;
        this.rights = new AskersRights(catalog, own);
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        List<StorePath> allowed = job == null ? prefixes : readable(site, job, export, prefixes);
        return real.connect(site, export, job, allowed, links);
    }

    private List<StorePath> readable(SiteName site, JobId job, ExportName export, List<StorePath> prefixes) {
        AskersRights.Rights asker = rights.ofJob(job);
        if (asker.limited().isEmpty()) return prefixes;
        List<StorePath> allowed = prefixes.stream()
                .flatMap(prefix -> asker.readable(site, export, prefix).stream())
                .distinct()
                .toList();
        if (allowed.isEmpty()) {
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED,
                    job + " is of " + asker.asker() + ", which may not read export '" + export + "' of "
                            + (site.equals(own)
                                    ? "this site"
                                    : "site " + site
                                            + " with the rights of this one; to lend them, invite it again, with"
                                            + " --read bdm://" + site + "/" + export + " beside its other rights"));
        }
        return allowed;
    }

    @Override
    public BlockSource bench(SiteName site, long bytesMax) {
        return real.bench(site, bytesMax);
    }
}
