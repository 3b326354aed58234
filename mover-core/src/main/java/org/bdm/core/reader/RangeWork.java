package org.bdm.core.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bdm.core.id.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Work that the range lanes of one stream share: items that wait, items that were begun, and their open files. A lane helps with the first begun item
 * of which something can be taken, and begins another when there is none. Any thread; its lock is held for a few instructions.
 */
final class RangeWork {
    private final int blockBytesMax;
    private final ReadQueue waiting = new ReadQueue();
    private final List<ItemBeingRead> begun = new ArrayList<>(); // guarded by this; in order
    private final OpenFiles files = new OpenFiles();
    private boolean isClosed; // guarded by this

    RangeWork(int blockBytesMax) {
        this.blockBytesMax = blockBytesMax;
    }

    OpenFiles files() {
        return files;
    }

    void add(List<ReadItem> items) {
        waiting.add(items);
    }

    void cancel(Set<RequestId> requests) {
        synchronized (this) {
            waiting.cancel(requests);
            begun.stream()
                    .filter(each -> requests.contains(each.item().request()))
                    .forEach(ItemBeingRead::cancel);
        }
    }

    /** Forgets everything; files are closed by the lanes. */
    void close() {
        synchronized (this) {
            isClosed = true;
            waiting.clear();
            begun.forEach(ItemBeingRead::cancel);
        }
    }

    /** True if there is something for one more lane. */
    synchronized boolean hasMore() {
        return !waiting.isEmpty() || firstToTake() != null;
    }

    /** The item that the calling lane works on next; one that is not open must be opened by it. Null if there is none. */
    synchronized @Nullable ItemBeingRead next() {
        ItemBeingRead first = firstToTake();
        if (first != null) return first;
        ReadItem item = isClosed ? null : waiting.poll();
        if (item == null) return null;
        ItemBeingRead begins = new ItemBeingRead(item, blockBytesMax);
        begun.add(begins);
        return begins;
    }

    /** Lock held. */
    private @Nullable ItemBeingRead firstToTake() {
        for (ItemBeingRead each : begun) {
            if (each.canBeTaken()) return each;
        }
        return null;
    }

    /** Takes an item out that is over; false if another lane has done so. */
    synchronized boolean remove(ItemBeingRead over) {
        return begun.remove(over);
    }

    /** Lets go of what was cancelled while no lane was at it, and of the last file if nothing more is wanted. */
    void tidy() {
        for (ItemBeingRead each : cancelled()) {
            if (each.isCancelledAndIdle() && remove(each)) releaseFile(each);
        }
        if (isEmpty()) files.forgetLast();
    }

    private synchronized List<ItemBeingRead> cancelled() {
        List<ItemBeingRead> cancelled = List.of(); // hardly ever one
        for (ItemBeingRead each : begun) {
            if (!each.isCancelled()) continue;
            if (cancelled.isEmpty()) cancelled = new ArrayList<>();
            cancelled.add(each);
        }
        return cancelled;
    }

    private synchronized boolean isEmpty() {
        return waiting.isEmpty() && begun.isEmpty();
    }

    void releaseFile(ItemBeingRead over) {
        FileBeingRead file = over.file();
        if (file != null) files.release(file);
    }
}
