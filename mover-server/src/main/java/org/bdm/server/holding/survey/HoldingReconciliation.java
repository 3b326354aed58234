package org.bdm.server.holding.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingEvent;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.site.access.LocalExports;

/**
 * Compares the files of a directory with the holdings, first from the catalog's side, then from the disk's. Reads sizes and times, no data.
 * Takes nothing as a holding that was none, and records of holdings what it finds. Belongs to one thread.
 */
final class HoldingReconciliation implements HoldingWalk.Receiver {
    private static final int GROUP_MAX = 500;

    private final HeldPlace place;
    private final Catalog catalog;
    private final HoldingRecords records;
    private final SurveyLog log;
    private final BooleanSupplier mayGoOn;
    private final AbsentHoldings absent;
    private final List<AbsentHoldings.OnDisk> seen = new ArrayList<>();

    HoldingReconciliation(
            HeldPlace place,
            Catalog catalog,
            HoldingRecords records,
            SurveyLog log,
            BooleanSupplier mayGoOn,
            LocalExports exports) {
        this.absent = new AbsentHoldings(place, catalog, log, exports);
        this.place = place;
        this.catalog = catalog;
        this.records = records;
        this.log = log;
        this.mayGoOn = mayGoOn;
    }

    void run(StorePath root) {
        boolean isThere = exists(root);
        MissingHoldings missing = new MissingHoldings(catalog, place.export(), records, log, mayGoOn, absent);
        missing.run(root, this::tellMarked);
        if (isThere) new HoldingWalk(place.store(), this, mayGoOn).walk(root);
        compareSeen();
        missing.end();
    }

    /** A root that is gone is no error here: its holdings are missing then. The export itself must be there. */
    private boolean exists(StorePath root) {
        if (place.store().status(StorePath.ROOT).isEmpty()) {
            throw new MoverException(
                    ErrorCode.EXPORT_MISSING, "the directory of export '" + place.name() + "' is gone");
        }
        return new FollowingStore(place.store(), anywhere -> true).status(root).isPresent();
    }

    @Override
    public void file(StorePath path, FileStatus status) {
        seen.add(new AbsentHoldings.OnDisk(path, status.version()));
        log.looked(status.version().size());
        if (seen.size() == GROUP_MAX) compareSeen();
    }

    @Override
    public void unreadable(StorePath path, MoverException why) {
        log.unreadable(place, path, why);
    }

    private void compareSeen() {
        absent.recognise(seen);
        Map<StorePath, Holding> known = catalog.holdings()
                .find(
                        place.name(),
                        seen.stream().map(AbsentHoldings.OnDisk::path).toList());
        List<HoldingNotice> looks = new ArrayList<>();
        for (AbsentHoldings.OnDisk file : seen) {
            Holding holding = known.get(file.path());
            if (holding == null) {
                log.found(new Finding(
                        FindingKind.EXTRA,
                        place.name(),
                        file.path(),
                        place.datasetOf(file.path()),
                        "is on disk and no holding: adopt it with 'hold --scan'"));
            } else if (isNews(holding, file.version())) {
                looks.add(look(holding, file.version()));
            } else {
                HeldFinding.of(holding).ifPresent(how -> log.found(FindingKind.DIFFERENT, holding, how));
            }
        }
        for (Holding holding : Durable.await(records.record(looks))) {
            if (holding != null)
                HeldFinding.of(holding).ifPresent(how -> log.found(FindingKind.DIFFERENT, holding, how));
        }
        seen.clear();
    }

    private static boolean isNews(Holding holding, FileVersion version) {
        return holding.seen() != null
                || holding.state() == HoldingState.MISSING
                || !holding.isSeenAs(version.size(), version.modified());
    }

    private HoldingNotice look(Holding holding, FileVersion version) {
        return new HoldingNotice(
                        holding.export(),
                        holding.path(),
                        holding.dataset(),
                        version.size(),
                        version.modified(),
                        HoldingEvent.LOOKED_AT,
                        List.of())
                .by(log.cause());
    }

    private Map<String, DatasetMark> marks(List<Holding> holdings) {
        return catalog.marks()
                .find(holdings.stream()
                        .map(Holding::dataset)
                        .filter(Objects::nonNull)
                        .distinct()
                        .toList());
    }

    /** The reason of the mark, if its dataset has one; else what its state means. */
    private static String why(Holding holding, Map<String, DatasetMark> marks, String meaning) {
        String dataset = holding.dataset();
        DatasetMark mark = dataset == null ? null : marks.get(dataset.toLowerCase(Locale.ROOT));
        return mark == null ? meaning : meaning + ": " + mark.reason();
    }

    /** Tells what is said against datasets, and files of which the bytes are in dispute: these may be in quarantine, and are not seen. */
    private void tellMarked(List<Holding> holdings) {
        Map<String, DatasetMark> marks = marks(holdings);
        for (Holding holding : holdings) {
            switch (holding.state()) {
                case SUPERSEDED ->
                    log.found(FindingKind.SUPERSEDED, holding, why(holding, marks, "its version is superseded"));
                case RETRACTED ->
                    log.found(FindingKind.RETRACTED, holding, why(holding, marks, "its dataset was withdrawn"));
                case DISPUTED -> {
                    if (isNotThere(holding))
                        HeldFinding.of(holding).ifPresent(how -> log.found(FindingKind.DIFFERENT, holding, how));
                }
                case VERIFIED, UNVERIFIED, READ, CHANGED, DAMAGED, MISSING -> {
                    // as it should be, or told of its file
                }
            }
        }
    }

    private boolean isNotThere(Holding holding) {
        try {
            return new FollowingStore(place.store(), anywhere -> true)
                    .status(holding.path())
                    .isEmpty();
        } catch (MoverException e) {
            return true;
        }
    }
}
