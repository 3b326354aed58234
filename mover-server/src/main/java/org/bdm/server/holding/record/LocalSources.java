package org.bdm.server.holding.record;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.holding.Holding;

/**
 * The holdings from which jobs copied files within this site: a copy is vouched for as well as its source. A paired site vouches for what it
 * sends.
 */
final class LocalSources {
    private final Map<ExportName, Map<StorePath, Holding>> holdings;

    private LocalSources(Map<ExportName, Map<StorePath, Holding>> holdings) {
        this.holdings = holdings;
    }

    /** Reads those of the files, of which most have none. */
    static LocalSources of(Catalog catalog, List<FileRow> files) {
        Map<ExportName, List<StorePath>> paths = new HashMap<>();
        for (FileRow file : files) {
            source(file)
                    .ifPresent(source -> paths.computeIfAbsent(source.export(), missing -> new ArrayList<>())
                            .add(source.path()));
        }
        Map<ExportName, Map<StorePath, Holding>> found = new HashMap<>();
        paths.forEach((export, wanted) -> found.put(export, catalog.holdings().find(export, wanted)));
        return new LocalSources(found);
    }

    /** True if another site sent the bytes, or the file here that they are a copy of is vouched for with this digest. */
    boolean isVouched(FileRow file, Checksum digest) {
        Optional<Endpoint> source = source(file);
        if (source.isEmpty()) return true;
        Holding holding = holdings.getOrDefault(source.get().export(), Map.of())
                .get(source.get().path());
        return holding != null
                && holding.digests().stream()
                        .anyMatch(known ->
                                known.origin().isVouched() && known.digest().equals(digest));
    }

    /** The file of this site that a job copied; empty if its source is another site, or several. */
    private static Optional<Endpoint> source(FileRow file) {
        if (!(file.item().source() instanceof ItemSource.AtSite at)) return Optional.empty();
        Endpoint from = at.endpoint();
        Endpoint to = file.item().destination();
        if (!from.site().equals(to.site())) return Optional.empty();
        StorePath path = file.path().below(from.path());
        return path.isRoot() ? Optional.empty() : Optional.of(from.withPath(path));
    }
}
