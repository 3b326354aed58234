package org.bdm.server.holding.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Looks for each file that is held below a directory, records those that are gone, and tells them. What may only not be mounted is recorded with
 * the second look. Belongs to one thread.
 */
final class MissingHoldings {
    private final Catalog catalog;
    private final LocalExports.Export export;
    private final HoldingRecords records;
    private final SurveyLog log;
    private final BooleanSupplier mayGoOn;
    private final AbsentHoldings absent;

    MissingHoldings(
            Catalog catalog,
            LocalExports.Export export,
            HoldingRecords records,
            SurveyLog log,
            BooleanSupplier mayGoOn,
            AbsentHoldings absent) {
        this.absent = absent;
        this.catalog = catalog;
        this.export = export;
        this.records = records;
        this.log = log;
        this.mayGoOn = mayGoOn;
    }

    /** Goes through the holdings; {@code each} gets every one of them, page by page, whether it is there or not. */
    void run(StorePath root, Consumer<List<Holding>> each) {
        Store following = new FollowingStore(export.store(), anywhere -> true);
        @Nullable String cursor = null;
        do {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.CANCELLED, "the look was stopped");
            RowPage<Holding> page = catalog.holdings()
                    .page(new HoldingQuery(null, null, export.name(), root, cursor, RowPage.ROWS_MAX));
            each.accept(page.rows());
            List<HoldingNotice> gone = new ArrayList<>();
            for (Holding holding : page.rows()) look(following, holding).ifPresent(gone::add);
            if (!gone.isEmpty()) Durable.await(records.record(gone));
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /** Records and tells those that the walk did not find under another name. */
    void end() {
        List<Holding> rest = absent.rest();
        for (int from = 0; from < rest.size(); from += RowPage.ROWS_MAX) {
            List<HoldingNotice> gone = new ArrayList<>();
            for (Holding holding : rest.subList(from, Math.min(rest.size(), from + RowPage.ROWS_MAX)))
                gone.add(gone(log, export, holding, isOtherThere(holding)));
            Durable.await(records.record(gone));
        }
    }

    private boolean isOtherThere(Holding holding) {
        try {
            return new FollowingStore(export.store(), anywhere -> true)
                    .status(holding.path())
                    .isPresent();
        } catch (MoverException e) {
            if (e.code() == ErrorCode.EXPORT_MISSING) throw e;
            return false;
        }
    }

    private Optional<HoldingNotice> look(Store following, Holding holding) {
        if (holding.state() == HoldingState.DISPUTED) return Optional.empty(); // it may be in quarantine
        try {
            Optional<FileStatus> status = following.status(holding.path());
            boolean isThere =
                    status.filter(found -> found.kind() == FileKind.FILE).isPresent();
            if (isThere || isInQuarantine(holding)) return Optional.empty();
            if (absent.keep(holding)) return Optional.empty();
            return Optional.of(gone(log, export, holding, status.isPresent()));
        } catch (MoverException e) {
            if (e.code() == ErrorCode.EXPORT_MISSING) throw e;
            if (HoldingCheck.isGone(e))
                return absent.keep(holding) ? Optional.empty() : Optional.of(gone(log, export, holding, false));
            log.found(FindingKind.UNREADABLE, holding, "cannot be looked at: " + e.sentence());
            return Optional.empty();
        }
    }

    /** Tells that a file is not there; the notice is to be recorded. */
    static HoldingNotice gone(SurveyLog log, LocalExports.Export export, Holding holding, boolean isOtherThere) {
        boolean isCertain = isOtherThere || HeldAbsence.isCertain(export, holding.path());
        String text = isOtherThere
                ? "is a holding, and no file is at its place: something else is"
                : isCertain
                        ? "is a holding and not on disk"
                        : "is a holding and not on disk, and its directory is not there either: it is recorded as MISSING"
                                + " when it is looked for again after a minute";
        log.found(FindingKind.MISSING, holding, text);
        return HoldingNotice.gone(holding, isCertain, log.cause());
    }

    private boolean isInQuarantine(Holding holding) {
        return !catalog.keptHoldings()
                .find(holding.export(), List.of(holding.path()))
                .isEmpty();
    }
}
