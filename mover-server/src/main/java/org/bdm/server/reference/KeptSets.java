package org.bdm.server.reference;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The sets that were asked for last, by place and versions of files. At most {@value #SETS_MAX}, of so many chunks in all. Any thread. */
final class KeptSets {
    private static final int SETS_MAX = 32;

    private record Key(ReferencePlace place, List<StoredFile> files) {}

    private final Map<Key, CompletableFuture<ReferenceSet>> sets =
            new LinkedHashMap<>(16, 0.75f, true); // guarded by this

    /** The set; it is begun if it is neither made nor in the making. A set that failed is begun anew. */
    synchronized CompletableFuture<ReferenceSet> find(
            ReferencePlace place, List<StoredFile> files, Supplier<CompletableFuture<ReferenceSet>> begin) {
        Key key = new Key(place, List.copyOf(files));
        CompletableFuture<ReferenceSet> known = sets.get(key);
        if (known != null && !known.isCompletedExceptionally()) return known;
        CompletableFuture<ReferenceSet> begun = begin.get();
        sets.put(key, begun);
        drop(key);
        return begun;
    }

    private void drop(Key newest) {
        long chunks = sets.values().stream().mapToLong(KeptSets::chunks).sum();
        Iterator<Map.Entry<Key, CompletableFuture<ReferenceSet>>> oldest =
                sets.entrySet().iterator();
        while (oldest.hasNext() && (sets.size() > SETS_MAX || chunks > ReferenceSets.CHUNKS_MAX)) {
            Map.Entry<Key, CompletableFuture<ReferenceSet>> entry = oldest.next();
            if (entry.getKey().equals(newest) || !entry.getValue().isDone()) continue;
            chunks -= chunks(entry.getValue());
            oldest.remove();
        }
    }

    private static long chunks(CompletableFuture<ReferenceSet> set) {
        return set.isDone() && !set.isCompletedExceptionally() ? set.join().chunks() : 0;
    }
}
