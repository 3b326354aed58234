package org.bdm.server.holding.record;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;

/**
 * The files that this site knows to have other bytes than they should, DAMAGED, DISPUTED or CHANGED, or that were MISSING. Size and time of such a file say nothing, only its
 * bytes do; and those whose time says nothing, as their bytes were compared before. Knows what the catalog said when an export was first asked for; belongs to one thread, and may block.
 */
public final class HoldingsInDoubt {
    private static final int REMEMBERED_MAX = 100_000;
    private static final List<HoldingState> STATES =
            List.of(HoldingState.DAMAGED, HoldingState.DISPUTED, HoldingState.MISSING, HoldingState.CHANGED);

    private final Catalog catalog;
    private final int rememberedMax;
    private final Map<ExportName, InExport> byExport = new HashMap<>();
    private final ComparedBefore compared;

    /** Of what is held here. */
    public HoldingsInDoubt(Catalog catalog) {
        this(catalog, REMEMBERED_MAX);
    }

    /** An export with {@code rememberedMax} or more files in doubt is looked up file by file. */
    HoldingsInDoubt(Catalog catalog, int rememberedMax) {
        this.catalog = catalog;
        this.rememberedMax = rememberedMax;
        this.compared = new ComparedBefore(catalog);
    }

    /** Paths in doubt; of an export with very many of them, each file is looked up. */
    private record InExport(Set<StorePath> paths, boolean isAll) {}

    /** True if the file under this path is held with bytes in doubt. */
    public boolean contains(ExportName export, StorePath path) {
        InExport known = byExport.computeIfAbsent(export, this::read);
        if (known.isAll() || known.paths().contains(path)) return known.paths().contains(path);
        Holding holding = catalog.holdings().find(export, List.of(path)).get(path);
        return holding != null && STATES.contains(holding.state());
    }

    /**
     * True if the bytes of the file under this path were compared before, and are those of the source.
     *
     * @param source what the source has now
     * @param there what is there now, of another time
     */
    public boolean isKnownSame(ExportName export, StorePath path, FileStatus source, FileStatus there) {
        return source.kind() == FileKind.FILE
                && there.kind() == FileKind.FILE
                && compared.isSame(export, path, source.version(), there.version());
    }

    private InExport read(ExportName export) {
        Set<StorePath> paths = new HashSet<>();
        for (HoldingState state : STATES) {
            @Nullable String cursor = null;
            do {
                HoldingQuery query = new HoldingQuery(null, state, export, StorePath.ROOT, cursor, RowPage.ROWS_MAX);
                RowPage<Holding> page = catalog.holdings().page(query);
                page.rows().forEach(holding -> paths.add(holding.path()));
                cursor = page.nextCursor();
                if (paths.size() >= rememberedMax) return new InExport(paths, false);
            } while (cursor != null);
        }
        return new InExport(paths, true);
    }
}
