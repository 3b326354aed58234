package org.bdm.server.reference;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;

/**
 * The sets that were asked for last, by export and versions of files, without the root of their addresses. At most {@value #SETS_MAX}, which
 * take {@value #WEIGHT_MAX} bytes together, and {@value #MAKING_MAX} more that are being made. Any thread.
 */
final class KeptSets {
    static final int MAKING_MAX = 4;
    static final int SETS_MAX = 32;
    /** More than one set of the most chunks and values takes. */
    static final long WEIGHT_MAX = 256L << 20;

    private record Key(ExportName export, List<StoredFile> files) {}

    private static final class Kept {
        private final CompletableFuture<ReferenceSet> set;
        private long weight; // 0 until it is made

        Kept(CompletableFuture<ReferenceSet> set) {
            this.set = set;
        }
    }

    private final Map<Key, Kept> sets = new LinkedHashMap<>(16, 0.75f, true); // guarded by this

    /**
     * Returns the set; it is begun if it is neither made nor in the making. A set that failed is begun anew.
     *
     * @throws MoverException TOO_MANY_REQUESTS if too many are in the making
     */
    synchronized CompletableFuture<ReferenceSet> find(
            ExportName export, List<StoredFile> files, Supplier<CompletableFuture<ReferenceSet>> begin) {
        Key key = new Key(export, List.copyOf(files));
        Kept known = sets.get(key);
        if (known != null && !known.set.isCompletedExceptionally()) return known.set;
        long making = sets.values().stream().filter(kept -> !kept.set.isDone()).count();
        if (making >= MAKING_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS,
                    making + " sets of references are being made already: ask again in a moment");
        }
        Kept begun = new Kept(begin.get());
        sets.put(key, begun);
        var unused = begun.set.whenComplete((set, error) -> weigh(begun, set == null ? 0 : SetWeight.of(set)));
        return begun.set;
    }

    /** The newest set is kept whatever it weighs: its reader asks for part after part. */
    private synchronized void weigh(Kept newest, long weight) {
        newest.weight = weight;
        long all = sets.values().stream().mapToLong(kept -> kept.weight).sum();
        Iterator<Kept> oldest = sets.values().iterator();
        while (oldest.hasNext() && (sets.size() > SETS_MAX || all > WEIGHT_MAX)) {
            Kept kept = oldest.next();
            if (kept == newest || !kept.set.isDone()) continue;
            all -= kept.weight;
            oldest.remove();
        }
    }
}
