package org.bdm.server.holding.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.jspecify.annotations.Nullable;

/** Takes the files of a directory as holdings, by a look at their sizes and times; no data is read. Belongs to one thread. */
final class HoldingScan implements HoldingWalk.Receiver {
    private static final int GROUP_MAX = 500;

    private final HeldPlace place;
    private final HoldingRecords records;
    private final SurveyLog log;
    private final List<HoldingNotice> seen = new ArrayList<>();
    private CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
    private @Nullable StorePath directory;
    private @Nullable String datasetOfDirectory;

    HoldingScan(HeldPlace place, HoldingRecords records, SurveyLog log) {
        this.place = place;
        this.records = records;
        this.log = log;
    }

    void run(StorePath root, BooleanSupplier mayGoOn) {
        new HoldingWalk(place.store(), this, mayGoOn).walk(root);
        write();
        Durable.await(written);
    }

    @Override
    public void file(StorePath path, FileStatus status) {
        seen.add(new HoldingNotice(
                place.name(),
                path,
                datasetOf(path),
                status.version().size(),
                status.version().modified(),
                HoldingState.UNVERIFIED,
                List.of()));
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
        Durable.await(written);
        written = records.record(seen);
        seen.clear();
    }
}
