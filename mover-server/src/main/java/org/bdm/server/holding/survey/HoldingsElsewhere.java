package org.bdm.server.holding.survey;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Finds the holdings, at other exports on the same device, of files that a person moved into the export that is surveyed: of the same path, or of
 * the same name in the same dataset, with the inode, size and time of the file, and whose old place has nothing. Belongs to one thread.
 */
final class HoldingsElsewhere {
    private final HeldPlace place;
    private final Catalog catalog;
    private final List<LocalExports.Export> others;
    private final Map<LocalExports.Export, Boolean> present = new HashMap<>();
    private @Nullable String dataset;
    private Map<FileName, List<Holding>> ofDataset = Map.of();

    HoldingsElsewhere(HeldPlace place, Catalog catalog, LocalExports exports) {
        this.place = place;
        this.catalog = catalog;
        Optional<Object> device = device(place.export());
        this.others = device.isEmpty()
                ? List.of()
                : exports.all().stream()
                        .filter(other -> !other.name().equals(place.name()))
                        .filter(other -> device.equals(device(other)))
                        .toList();
    }

    /** An inode number alone says nothing: two file systems number their files alike. */
    private static Optional<Object> device(LocalExports.Export export) {
        try {
            return Optional.ofNullable(Files.getAttribute(Path.of(export.directory()), "unix:dev"));
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            return Optional.empty(); // not mounted, or no such directory: nothing came from there
        }
    }

    /** The holdings that moved, by the file that each is now; files that are held here are passed over. */
    Map<AbsentHoldings.OnDisk, Holding> of(List<AbsentHoldings.OnDisk> files) {
        if (others.isEmpty()) return Map.of();
        List<StorePath> paths = files.stream().map(AbsentHoldings.OnDisk::path).toList();
        Set<StorePath> known = catalog.holdings().find(place.name(), paths).keySet();
        List<AbsentHoldings.OnDisk> strange = files.stream()
                .filter(file -> !known.contains(file.path()) && file.version().inode() != 0)
                .toList();
        if (strange.isEmpty()) return Map.of();
        Map<AbsentHoldings.OnDisk, Holding> moved = new HashMap<>();
        Set<Holding> taken = new HashSet<>();
        for (LocalExports.Export other : others) {
            Map<StorePath, Holding> samePath = catalog.holdings()
                    .find(
                            other.name(),
                            strange.stream().map(AbsentHoldings.OnDisk::path).toList());
            for (AbsentHoldings.OnDisk file : strange) {
                List<Holding> candidates = new ArrayList<>(ofDataset(other, file));
                Holding there = samePath.get(file.path());
                if (there != null) candidates.add(0, there);
                candidates.stream()
                        .filter(holding -> isSame(holding, file) && isGone(other, holding))
                        .findFirst()
                        .filter(taken::add)
                        .ifPresent(holding -> moved.putIfAbsent(file, holding));
            }
        }
        return moved;
    }

    private static boolean isSame(Holding holding, AbsentHoldings.OnDisk file) {
        return holding.inode() == file.version().inode()
                && holding.isSeenAs(file.version().size(), file.version().modified());
    }

    /** Those of its name in the dataset that its directories tell; files come directory by directory. */
    private List<Holding> ofDataset(LocalExports.Export other, AbsentHoldings.OnDisk file) {
        String of = place.datasetOf(file.path());
        if (of == null) return List.of();
        if (!Objects.equals(of, dataset)) {
            Map<FileName, List<Holding>> found = new HashMap<>();
            @Nullable String cursor = null;
            do {
                RowPage<Holding> page = catalog.holdings()
                        .page(new HoldingQuery(of, null, null, StorePath.ROOT, cursor, RowPage.ROWS_MAX));
                for (Holding holding : page.rows()) {
                    found.computeIfAbsent(holding.path().name(), first -> new ArrayList<>(1))
                            .add(holding);
                }
                cursor = page.nextCursor();
            } while (cursor != null);
            dataset = of;
            ofDataset = found;
        }
        return ofDataset.getOrDefault(file.path().name(), List.of()).stream()
                .filter(holding -> holding.export().equals(other.name()))
                .toList();
    }

    /** True if nothing is at the old place: a second name is not a new one. */
    private boolean isGone(LocalExports.Export export, Holding holding) {
        if (!present.computeIfAbsent(export, ExportPresence::isThere)) return false;
        try {
            return new FollowingStore(export.store(), anywhere -> true)
                    .status(holding.path())
                    .isEmpty();
        } catch (MoverException e) {
            return HoldingCheck.isGone(e);
        }
    }
}
