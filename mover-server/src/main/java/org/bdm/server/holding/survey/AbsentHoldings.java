package org.bdm.server.holding.survey;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.Holding.Seen;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.Holdings;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Held files that are not at their place, until the walk through the disk has shown which of them only have another name: a file that has the
 * inode, size and time of one that is gone is that file, and its holding moves there with all evidence. Belongs to one thread.
 */
final class AbsentHoldings {
    /** The rest is told as missing at once; the next survey finds its new names. */
    static final int KEPT_MAX = 50_000;

    private final HeldPlace place;
    private final Catalog catalog;
    private final SurveyLog log;
    private final HoldingsElsewhere elsewhere;
    private final Map<Identity, Holding> absent = new HashMap<>();

    AbsentHoldings(HeldPlace place, Catalog catalog, SurveyLog log, LocalExports exports) {
        this.elsewhere = new HoldingsElsewhere(place, catalog, exports);
        this.place = place;
        this.catalog = catalog;
        this.log = log;
    }

    private record Identity(long inode, long size, Instant modified) {}

    /** A file on disk. */
    record OnDisk(StorePath path, FileVersion version) {}

    /** Keeps one until the end of the walk; false if its file could not be recognised under another name. */
    boolean keep(Holding holding) {
        if (holding.inode() == 0 || absent.size() >= KEPT_MAX) return false;
        return absent.putIfAbsent(new Identity(holding.inode(), holding.size(), holding.modified()), holding) == null;
    }

    /** Moves the holdings of those files that had another name; returns the new names. At most a group of the walk. */
    List<StorePath> recognise(List<OnDisk> files) {
        List<StorePath> names = new ArrayList<>(fromElsewhere(files));
        if (absent.isEmpty()) return names;
        List<Holdings.Moved> moves = new ArrayList<>();
        for (OnDisk file : files) {
            Holding before = absent.get(identity(file.version()));
            if (before != null) moves.add(new Holdings.Moved(before, after(before, file.path(), isAway(before))));
        }
        if (moves.isEmpty()) return names;
        Set<StorePath> moved =
                Durable.await(catalog.holdings().move(moves, log.cause().by()));
        for (Holdings.Moved move : moves) {
            Holding before = move.before();
            boolean isFirstName = moved.contains(before.path()) && absent.remove(identity(before)) != null;
            if (!isFirstName) continue;
            log.found(FindingKind.MOVED, move.after(), "was " + before.path() + "; its evidence moved along");
            names.add(move.after().path());
        }
        return names;
    }

    /** Nobody looked at the files of the other export in this survey: what came from there is read before it is vouched for again. */
    private List<StorePath> fromElsewhere(List<OnDisk> files) {
        Map<ExportName, List<Holdings.Moved>> byExport = new LinkedHashMap<>();
        elsewhere
                .of(files)
                .forEach((file, before) -> byExport.computeIfAbsent(before.export(), missing -> new ArrayList<>())
                        .add(new Holdings.Moved(before, after(before, file.path(), true))));
        List<StorePath> names = new ArrayList<>();
        byExport.values().forEach(moves -> {
            Set<StorePath> moved =
                    Durable.await(catalog.holdings().move(moves, log.cause().by()));
            for (Holdings.Moved move : moves) {
                Holding before = move.before();
                if (!moved.contains(before.path())) continue;
                log.found(
                        FindingKind.MOVED,
                        move.after(),
                        "was " + before.export() + before.path() + "; its evidence moved along,"
                                + " and counts when 'verify' has read the file");
                names.add(move.after().path());
            }
        });
        return names;
    }

    /** Those whose files were not found under another name. */
    List<Holding> rest() {
        return List.copyOf(absent.values());
    }

    private static Identity identity(FileVersion version) {
        return new Identity(version.inode(), version.size(), version.modified());
    }

    private static Identity identity(Holding holding) {
        return new Identity(holding.inode(), holding.size(), holding.modified());
    }

    /** A file that was missing, or that something else took the place of meanwhile, is to be read before it is vouched for again. */
    private static boolean isAway(Holding before) {
        return before.state() == HoldingState.MISSING || before.state() == HoldingState.CHANGED;
    }

    private Holding after(Holding before, StorePath path, boolean isToBeRead) {
        boolean wasAway =
                isToBeRead && before.state() != HoldingState.DAMAGED && before.state() != HoldingState.DISPUTED;
        @Nullable Seen seen = wasAway ? new Seen(before.size(), before.modified(), before.since()) : null;
        String dataset = place.datasetOf(path);
        return new Holding(
                place.name(),
                path,
                dataset == null ? before.dataset() : dataset,
                before.size(),
                before.modified(),
                wasAway ? HoldingState.UNVERIFIED : before.state(),
                before.since(),
                before.digests(),
                before.inode(),
                before.checkedAt(),
                seen);
    }
}
