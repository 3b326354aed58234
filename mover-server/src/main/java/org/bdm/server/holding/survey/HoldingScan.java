package org.bdm.server.holding.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingEvent;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.jspecify.annotations.Nullable;

/**
 * Takes the files of a directory as holdings, by a look at their sizes and times; no data is read. What is held and not as its evidence says is
 * told, and stays so until it is read, or a person accepts it. Belongs to one thread.
 */
final class HoldingScan implements HoldingWalk.Receiver {
    private static final int GROUP_MAX = 500;

    private final HeldPlace place;
    private final HoldingRecords records;
    private final SurveyLog log;
    private final HoldingEvent event;
    private final HoldingNotice.Cause cause;
    private final AbsentHoldings absent;
    private final List<HoldingNotice> seen = new ArrayList<>();
    private final List<AbsentHoldings.OnDisk> onDisk = new ArrayList<>();
    private CompletableFuture<List<@Nullable Holding>> written = CompletableFuture.completedFuture(List.of());
    private @Nullable StorePath directory;
    private @Nullable String datasetOfDirectory;

    /**
     * With its parts.
     *
     * @param accepting who takes changed files as they are, and why; null if nobody does
     * @param absent held files that may have another name now
     */
    HoldingScan(
            HeldPlace place,
            HoldingRecords records,
            SurveyLog log,
            HoldingNotice.@Nullable Cause accepting,
            AbsentHoldings absent) {
        this.absent = absent;
        this.place = place;
        this.records = records;
        this.log = log;
        this.event = accepting == null ? HoldingEvent.LOOKED_AT : HoldingEvent.ACCEPTED;
        this.cause = accepting == null ? log.cause() : accepting;
    }

    void run(StorePath root, BooleanSupplier mayGoOn) {
        new HoldingWalk(place.store(), this, mayGoOn).walk(root);
        write();
        tell();
    }

    @Override
    public void file(StorePath path, FileStatus status) {
        seen.add(new HoldingNotice(
                place.name(),
                path,
                datasetOf(path),
                status.version().size(),
                status.version().modified(),
                event,
                List.of(),
                0,
                null,
                cause));
        onDisk.add(new AbsentHoldings.OnDisk(path, status.version()));
        log.looked(status.version().size());
        if (seen.size() == GROUP_MAX) write();
    }

    /** Files of one directory are of one dataset. */
    private @Nullable String datasetOf(StorePath path) {
        if (!path.parent().equals(directory)) {
            directory = path.parent();
            datasetOfDirectory = place.datasetOf(path);
        }
        return datasetOfDirectory;
    }

    @Override
    public void unreadable(StorePath path, MoverException why) {
        log.unreadable(place, path, why);
    }

    private void write() {
        tell();
        absent.recognise(onDisk);
        written = records.record(seen);
        seen.clear();
        onDisk.clear();
    }

    /** Waits for what was written, and tells what is not as its evidence says. */
    private void tell() {
        for (Holding holding : Durable.await(written)) {
            if (holding != null)
                HeldFinding.of(holding).ifPresent(text -> log.found(FindingKind.DIFFERENT, holding, text));
        }
        written = CompletableFuture.completedFuture(List.of());
    }
}
