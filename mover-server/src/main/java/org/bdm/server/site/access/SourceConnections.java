package org.bdm.server.site.access;

import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** Opens exports of this and other sites for reading, always through a data port, with a ticket of this site. Any thread. */
public interface SourceConnections {
    /**
     * A source that is not open yet.
     *
     * @param job what it is for; null for a look that belongs to no job
     * @param prefixes what is read below the export, at least one
     * @param links what is read where it has symbolic links; UNSUPPORTED once it is open if the other site is too old to follow them
     * @throws org.bdm.core.fault.MoverException UNKNOWN_SITE
     */
    BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links);

    /**
     * A source of bytes that no file has, to measure the path; not open yet. One of an earlier version fails with TICKET_INVALID when it is
     * opened, one that allows no measurements with NOT_ALLOWED.
     *
     * @param bytesMax that may come
     * @throws org.bdm.core.fault.MoverException UNKNOWN_SITE
     */
    default BlockSource bench(SiteName site, long bytesMax) {
        throw new MoverException(ErrorCode.UNSUPPORTED, "paths cannot be measured over these connections");
    }
}
