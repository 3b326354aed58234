package org.bdm.core.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bdm.core.id.RequestId;
import org.jspecify.annotations.Nullable;

/** Items that no lane of a stream has begun, in the order asked for. Any thread; its lock is held for a few instructions. */
final class ReadQueue {
    private final ArrayDeque<ReadItem> items = new ArrayDeque<>(); // guarded by this

    synchronized void add(List<ReadItem> more) {
        items.addAll(more);
    }

    synchronized void cancel(Set<RequestId> requests) {
        items.removeIf(item -> requests.contains(item.request()));
    }

    synchronized void clear() {
        items.clear();
    }

    synchronized boolean isEmpty() {
        return items.isEmpty();
    }

    synchronized @Nullable ReadItem poll() {
        return items.poll();
    }

    /** Takes items from the front, as long as each of them is accepted. */
    synchronized List<ReadItem> takeWhile(Predicate<ReadItem> accepts) {
        List<ReadItem> taken = new ArrayList<>();
        for (ReadItem next = items.peek(); next != null && accepts.test(next); next = items.peek()) {
            taken.add(next);
            items.poll();
        }
        return taken;
    }
}
