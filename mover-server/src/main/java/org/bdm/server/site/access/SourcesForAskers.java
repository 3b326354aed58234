package org.bdm.server.site.access;

import java.util.List;
import java.util.Objects;
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
 * Opens exports of this site for a job with the rights of whoever asked for it: this site may read all of its own exports, and must not lend
 * that right to a site that passed a job on. The ticket has only the parts that the asker may read, so the data port refuses the rest. Any
 * thread that may block.
 */
public final class SourcesForAskers implements SourceConnections {
    private final SourceConnections real;
    private final Catalog catalog;
    private final SiteName own;
    private final AskersRights rights;

    /** Connects by {@code real}. */
    public SourcesForAskers(SourceConnections real, Catalog catalog, SiteName own) {
        this.real = real;
        this.catalog = catalog;
        this.own = own;
        this.rights = new AskersRights(catalog, own);
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        boolean isLent = job != null && site.equals(own);
        List<StorePath> allowed = isLent ? readable(Objects.requireNonNull(job), export, prefixes) : prefixes;
        return real.connect(site, export, job, allowed, links);
    }

    private List<StorePath> readable(JobId job, ExportName export, List<StorePath> prefixes) {
        String owner = catalog.jobs()
                .find(job)
                .map(found -> found.request().owner())
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job));
        AskersRights.Rights asker = rights.of(owner);
        if (asker.limited().isEmpty()) return prefixes;
        List<StorePath> allowed = prefixes.stream()
                .flatMap(prefix -> asker.readable(export, prefix).stream())
                .distinct()
                .toList();
        if (allowed.isEmpty()) {
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED,
                    job + " belongs to " + owner + ", whose site may not read export '" + export + "' of this site");
        }
        return allowed;
    }

    @Override
    public BlockSource bench(SiteName site, long bytesMax) {
        return real.bench(site, bytesMax);
    }
}
