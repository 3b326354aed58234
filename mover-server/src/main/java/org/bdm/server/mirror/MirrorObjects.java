package org.bdm.server.mirror;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.job.bucket.PlannedRemovals;
import org.jspecify.annotations.Nullable;

/**
 * Deletes objects of a mirror plan from a bucket, few at a time: they cannot be put back when another job turns up. Belongs to one thread, which may
 * block.
 */
final class MirrorObjects {
    private static final int AT_ONCE = 16;

    private final PlannedRemovals removals;
    private final Predicate<PurgeFile> isListedAgain;
    private final Supplier<@Nullable String> busy;

    /**
     * Of one bucket.
     *
     * @param isListedAgain true of a file that another job listed since
     * @param busy gives why nothing can be removed at this moment, or null; asked before and after each few
     */
    MirrorObjects(PlannedRemovals removals, Predicate<PurgeFile> isListedAgain, Supplier<@Nullable String> busy) {
        this.removals = removals;
        this.isListedAgain = isListedAgain;
        this.busy = busy;
    }

    /** Removes them; {@code settle} hears each few at once: what is known of them outlives a store that is lost at the next. */
    void remove(List<PurgeFile> files, Consumer<List<PurgeFile>> settle) {
        for (int from = 0; from < files.size(); from += AT_ONCE) {
            settle.accept(few(files.subList(from, Math.min(files.size(), from + AT_ONCE))));
        }
    }

    private List<PurgeFile> few(List<PurgeFile> files) {
        String why = busy.get();
        List<PurgeFile> ended = new ArrayList<>();
        List<PurgeFile> meant = new ArrayList<>();
        for (PurgeFile file : files) {
            if (why != null) ended.add(file.ended(PurgeOutcome.KEPT, why));
            else if (isListedAgain.test(file))
                ended.add(file.ended(PurgeOutcome.KEPT, "a later job listed it: it is back at the source"));
            else meant.add(file);
        }
        if (meant.isEmpty()) return ended;
        List<PurgeFile> removed = removals.removed(meant);
        String late = busy.get();
        removed.forEach(file -> ended.add(late == null ? file : tooLate(file, late)));
        return ended;
    }

    /** Such a job may have seen the object just before it went, and says that it is there. */
    private static PurgeFile tooLate(PurgeFile file, String late) {
        if (file.outcome() != PurgeOutcome.REMOVED) return file;
        String before = file.text().isEmpty() ? "" : file.text() + "; ";
        return file.ended(PurgeOutcome.REMOVED, before + late + ", and submit that job again");
    }
}
