package org.bdm.server.holding.survey;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.site.access.LocalExports;

/**
 * Finds held files that are offline, and counts them by export: reading them would make the HSM bring them, so they keep the evidence that they
 * have. Belongs to one thread.
 */
final class OfflineHeld {
    private final Map<ExportName, Counted> counted = new HashMap<>();

    /**
     * Offline files of one export.
     *
     * @param first one of them
     * @param wanted how many of them are being brought
     */
    record Counted(Holding first, long files, long wanted) {
        /** Returns a sentence without its end. */
        String text() {
            String others = files == 2 ? "1 other are" : (files - 1) + " others are";
            String what = files == 1 ? "this file is" : "this and " + others;
            String done =
                    wanted == 0 ? "not recalled for a check" : wanted + " of them wanted on disk: check again later";
            return what + " offline, and not read; the evidence stays; " + done;
        }
    }

    /** Returns those that are offline; asks once for each export. */
    Set<Holding> among(List<Holding> holdings, LocalExports exports) {
        Map<ExportName, List<Holding>> byExport = new HashMap<>();
        for (Holding holding : holdings)
            if (exports.isHere(holding.export()))
                byExport.computeIfAbsent(holding.export(), first -> new ArrayList<>())
                        .add(holding);
        Set<Holding> offline = new HashSet<>();
        byExport.forEach((export, of) -> {
            Store store = following(new HeldPlace(exports.find(export)));
            if (!store.mayHaveOffline()) return;
            Set<StorePath> paths = store.offline(of.stream().map(Holding::path).toList());
            for (Holding holding : of) if (paths.contains(holding.path())) offline.add(holding);
        });
        return offline;
    }

    /** Counts one that is not read, and wants it on disk if that is done for checks. */
    void passOver(HeldPlace place, Holding holding) {
        long wanted = isWanted(place, holding) ? 1 : 0;
        counted.merge(
                holding.export(),
                new Counted(holding, 1, wanted),
                (before, one) -> new Counted(before.first(), before.files() + 1, before.wanted() + one.wanted()));
    }

    private static boolean isWanted(HeldPlace place, Holding holding) {
        try {
            return following(place).recallToCheck(holding.path());
        } catch (MoverException e) {
            return false; // it has just gone, and is told by the next check
        }
    }

    private static Store following(HeldPlace place) {
        return new FollowingStore(place.store(), anywhere -> true);
    }

    /** Returns what was counted, and begins anew. */
    List<Counted> taken() {
        List<Counted> all = List.copyOf(counted.values());
        counted.clear();
        return all;
    }

    boolean isAny() {
        return !counted.isEmpty();
    }
}
