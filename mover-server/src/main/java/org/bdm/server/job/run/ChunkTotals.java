package org.bdm.server.job.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.file.RecordedOutcomes;
import org.bdm.server.job.progress.TransferTotals;
import org.jspecify.annotations.Nullable;

/**
 * Adds the outcomes of a chunk to the totals of the process, once they are on stable storage.
 *
 * @param source of the files of the chunk
 */
record ChunkTotals(TransferTotals totals, String source) {
    private record Kind(FileState state, @Nullable ErrorCode code) {}

    /** Adds a group if it is recorded; a file that had ended before is not counted again. */
    void addWhenRecorded(List<OutcomeRecord> group, CompletableFuture<RecordedOutcomes> write) {
        var unused = write.thenAccept(recorded -> add(group, recorded));
    }

    private void add(List<OutcomeRecord> group, RecordedOutcomes recorded) {
        Map<Kind, Amount> sums = new HashMap<>();
        for (OutcomeRecord outcome : group) {
            if (recorded.alreadyFinal().contains(outcome.file())) continue;
            ErrorCode code =
                    outcome.trouble() == null ? null : outcome.trouble().code();
            sums.merge(new Kind(outcome.state(), code), new Amount(1, outcome.size()), Amount::plus);
        }
        sums.forEach((kind, files) -> totals.recorded(source, kind.state(), kind.code(), files));
    }
}
