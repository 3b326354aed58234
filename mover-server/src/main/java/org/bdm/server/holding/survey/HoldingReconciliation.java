package org.bdm.server.holding.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.holding.record.HeldPlace;
import org.jspecify.annotations.Nullable;

/**
 * Compares the files of a directory with the holdings, first from the disk's side, then from the catalog's. Reads sizes and times, no data,
 * and changes nothing. Belongs to one thread.
 */
final class HoldingReconciliation implements HoldingWalk.Receiver {
    private static final int GROUP_MAX = 500;

    private final HeldPlace place;
    private final Catalog catalog;
    private final SurveyLog log;
    private final BooleanSupplier mayGoOn;
    private final List<Seen> seen = new ArrayList<>();

    HoldingReconciliation(HeldPlace place, Catalog catalog, SurveyLog log, BooleanSupplier mayGoOn) {
        this.place = place;
        this.catalog = catalog;
        this.log = log;
        this.mayGoOn = mayGoOn;
    }

    private record Seen(StorePath path, FileVersion version) {}

    void run(StorePath root) {
        if (exists(root)) new HoldingWalk(place.store(), this, mayGoOn).walk(root);
        compareSeen();
        compareHoldings(root);
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
        seen.add(new Seen(path, status.version()));
        log.looked(status.version().size());
        if (seen.size() == GROUP_MAX) compareSeen();
    }

    @Override
    public void unreadable(StorePath path, MoverException why) {
        log.unreadable(place, path, why);
    }

    private void compareSeen() {
        Map<StorePath, Holding> known = catalog.holdings()
                .find(place.name(), seen.stream().map(Seen::path).toList());
        for (Seen file : seen) {
            Holding holding = known.get(file.path());
            if (holding == null) {
                log.found(new Finding(
                        FindingKind.EXTRA,
                        place.name(),
                        file.path(),
                        place.datasetOf(file.path()),
                        "is on disk and no holding: adopt it with 'hold --scan'"));
            } else {
                difference(holding, file.version()).ifPresent(how -> log.found(FindingKind.DIFFERENT, holding, how));
            }
        }
        seen.clear();
    }

    private static Optional<String> difference(Holding holding, FileVersion version) {
        if (holding.size() != version.size()) {
            return Optional.of("size is " + version.size() + " and was " + holding.size());
        }
        if (!holding.modified().equals(version.modified())) {
            return Optional.of("time of change is " + version.modified() + " and was " + holding.modified());
        }
        return Optional.empty();
    }

    private void compareHoldings(StorePath root) {
        Store following = new FollowingStore(place.store(), anywhere -> true);
        @Nullable String cursor = null;
        do {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.CANCELLED, "the comparison was stopped");
            RowPage<Holding> page =
                    catalog.holdings().page(new HoldingQuery(null, null, place.name(), root, cursor, RowPage.ROWS_MAX));
            Map<String, DatasetMark> marks = marks(page.rows());
            for (Holding holding : page.rows()) compareHolding(following, holding, marks);
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    private boolean isInQuarantine(Holding holding) {
        return !catalog.keptHoldings()
                .find(holding.export(), List.of(holding.path()))
                .isEmpty();
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

    private void compareHolding(Store following, Holding holding, Map<String, DatasetMark> marks) {
        switch (holding.state()) {
            case DAMAGED -> log.found(FindingKind.DIFFERENT, holding, "its bytes are not those that were verified");
            case DISPUTED ->
                log.found(FindingKind.DIFFERENT, holding, "its size or digest contradicts what is published or listed");
            case SUPERSEDED ->
                log.found(FindingKind.SUPERSEDED, holding, why(holding, marks, "its version is superseded"));
            case RETRACTED ->
                log.found(FindingKind.RETRACTED, holding, why(holding, marks, "its dataset was withdrawn"));
            case VERIFIED, UNVERIFIED, READ, CHANGED, MISSING -> {
                // as it should be, or told below
            }
        }
        if (holding.state() == HoldingState.DISPUTED) return; // it may be in quarantine
        try {
            boolean isThere = following
                    .status(holding.path())
                    .filter(status -> status.kind() == FileKind.FILE)
                    .isPresent();
            if (!isThere && !isInQuarantine(holding)) {
                log.found(FindingKind.MISSING, holding, "is a holding and not on disk");
            }
        } catch (MoverException e) {
            log.found(FindingKind.MISSING, holding, "cannot be reached: " + e.sentence());
        }
    }
}
