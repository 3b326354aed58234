package org.bdm.server.job.submit;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.handover.Handovers;
import org.bdm.server.catalog.job.SubmittedItem;

/**
 * Passes on the items of a job, but for files that no source has and that a handover is about to bring: they would only fail. Belongs to one
 * thread, which may block.
 */
final class ItemsLeftToCarriers implements Consumer<SubmittedItem> {
    private final Handovers handovers;
    private final Consumer<SubmittedItem> next;
    private long left;
    private long passed;

    ItemsLeftToCarriers(Handovers handovers, Consumer<SubmittedItem> next) {
        this.handovers = handovers;
        this.next = next;
    }

    @Override
    public void accept(SubmittedItem item) {
        if (item.source() instanceof ItemSource.Nowhere && isInHands(Endpoint.parse(item.destination()))) {
            left++;
            return;
        }
        passed++;
        next.accept(item);
    }

    private boolean isInHands(Endpoint destination) {
        List<StorePath> path = List.of(destination.path());
        return !handovers.inHands(destination.export(), path).isEmpty();
    }

    /** Says how many files were left to carriers; empty for none. */
    Optional<String> note() {
        if (left == 0) return Optional.empty();
        return Optional.of(left == 1 ? "1 file is left to a handover" : left + " files are left to handovers");
    }

    /** Refuses a job of which nothing else is left. */
    void refuseIfAll() {
        if (left == 0 || passed > 0) return;
        throw new MoverException(
                ErrorCode.SOURCE_NOT_FOUND,
                "other movers bring all of the files (" + left + "): see 'bdm-client handover list'; no job is needed");
    }
}
