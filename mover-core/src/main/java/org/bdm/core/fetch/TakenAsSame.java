package org.bdm.core.fetch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.AtDestination;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.jspecify.annotations.Nullable;

/**
 * Files that are the same at the destination: reported only once they are forced, since it is unknown who wrote them, and whether
 * that was before a crash or after a force that failed. Those that come while a force is under way are forced together. Owner only.
 */
final class TakenAsSame {
    private final FetchState state;
    private final Outcomes outcomes;
    private final Failures failures;
    private List<Same> waiting = new ArrayList<>();
    private boolean isForcing;

    TakenAsSame(FetchState state, Outcomes outcomes, Failures failures) {
        this.state = state;
        this.outcomes = outcomes;
        this.failures = failures;
    }

    private record Same(FileProgress file, @Nullable Evidence evidence) {}

    /** In stage COMPARING; ends as SKIPPED_SAME, or as a failure of the destination. */
    void add(FileProgress file, @Nullable Evidence evidence) {
        waiting.add(new Same(file, evidence));
        next();
    }

    private void next() {
        if (isForcing || waiting.isEmpty() || !state.mayWork()) return;
        isForcing = true;
        List<Same> batch = waiting;
        waiting = new ArrayList<>();
        state.onDisk(() -> {
            Map<FileProgress, MoverException> failed = force(batch);
            state.loop.post(() -> forced(batch, failed));
        });
    }

    private void forced(List<Same> batch, Map<FileProgress, MoverException> failed) {
        isForcing = false;
        for (Same same : batch) {
            if (same.file.stage() != FileStage.COMPARING || !state.mayWork()) continue;
            MoverException reason = failed.get(same.file);
            if (reason == null) outcomes.succeeded(same.file, FileState.SKIPPED_SAME, same.evidence);
            else failures.ofDestination(same.file, reason);
        }
        next();
    }

    /** Together, and if that fails each by itself, which tells whose failure it is. Disk threads only. */
    private Map<FileProgress, MoverException> force(List<Same> batch) {
        List<StorePath> paths =
                batch.stream().map(same -> same.file.entry().destination()).toList();
        Map<FileProgress, MoverException> failed = new HashMap<>();
        try {
            state.parts.destination().prove(paths);
        } catch (MoverException e) {
            if (batch.size() == 1) failed.put(batch.get(0).file, notForced(paths.get(0), e));
            else for (Same same : batch) failed.putAll(force(List.of(same)));
        } catch (RuntimeException e) {
            for (Same same : batch) failed.put(same.file, Failures.asMoverException(e));
        }
        return failed;
    }

    /** A force that failed is never repeated and called good; sending the file again would not be allowed to replace it. */
    private static MoverException notForced(StorePath destination, MoverException reason) {
        MoverException here = AtDestination.error(reason);
        boolean isItsOwn = here.code() == ErrorCode.DESTINATION_UNREADABLE;
        if (isItsOwn || here.kind() == ErrorKind.EXHAUSTED || here.kind() == ErrorKind.NEEDS_PERSON) return here;
        return new MoverException(
                ErrorCode.OUTCOME_UNKNOWN,
                destination + " already exists and is the same, but could not be forced: " + reason.detail(),
                reason);
    }
}
