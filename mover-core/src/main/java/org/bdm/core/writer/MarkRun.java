package org.bdm.core.writer;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.MoverException;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.WorkArea;
import org.jspecify.annotations.Nullable;

/** One force of one file and its mark. Made by the file's writer thread, run by a sync thread, and looked at again by the writer thread. */
final class MarkRun {
    private final OpenFile file;
    private final boolean mustForceName;
    private final long position;
    private final long bytes;
    private final long bytesCovered;
    private final List<CompletableFuture<Void>> waiting;
    private final CompletableFuture<@Nullable MoverException> outcome = new CompletableFuture<>();

    /**
     * Takes what the file has written until now.
     *
     * @param mustForceName whether the temporary file's name is not known to be durable
     * @param waiting told when the run has ended, well or not; belongs to the writer thread
     */
    MarkRun(OpenFile file, boolean mustForceName, List<CompletableFuture<Void>> waiting) {
        this.file = file;
        this.mustForceName = mustForceName;
        this.position = file.journal().position(); // before the force: what is recorded later may not be covered by it
        this.bytes = file.bytesSinceMark();
        this.bytesCovered = file.covered().lengthTotal();
        this.waiting = waiting;
    }

    /** Does it on this thread, in this order. */
    void run(MarkOrder order, WorkArea area) {
        try {
            order.run(this, area);
            outcome.complete(null);
        } catch (MoverException e) {
            outcome.complete(e);
        } catch (RuntimeException | Error e) {
            outcome.complete(OpenFile.defect("marking " + file.file(), e));
        }
    }

    void forceData(WorkArea area) {
        file.temporary().force();
        if (mustForceName) area.force();
    }

    void appendMark() {
        file.journal().append(new JournalRecord.BlocksDurable(file.file(), file.epoch(), position));
    }

    void syncJournal() {
        file.journal().sync();
    }

    /** Waits for the end of the run; null if it went well. */
    @Nullable MoverException await() {
        return outcome.join();
    }

    /** Bytes that the network would have to bring again without this run. */
    long bytes() {
        return bytes;
    }

    /** Bytes of the file that are durable after it. */
    long bytesCovered() {
        return bytesCovered;
    }

    void alsoTell(CompletableFuture<Void> future) {
        waiting.add(future);
    }

    void tellWaiting() {
        for (CompletableFuture<Void> future : waiting) future.complete(null);
        waiting.clear();
    }
}
