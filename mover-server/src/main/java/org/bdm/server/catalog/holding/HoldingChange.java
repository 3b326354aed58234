package org.bdm.server.catalog.holding;

import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * A change of a holding that was decided by what was known of it. Should somebody have written it since, it is decided anew by what is known
 * when it is written: no evidence is lost between two looks at the same time.
 *
 * @param before as it was read when it was decided; null if nothing was held
 * @param after what was decided of it
 * @param rule decides; pure, for it may run on the committer's thread
 */
public record HoldingChange(
        ExportName export, StorePath path, @Nullable Holding before, After after, Rule rule) {
    /** Decides at once, of what was read. */
    public static HoldingChange of(ExportName export, StorePath path, @Nullable Holding before, Rule rule) {
        return new HoldingChange(export, path, before, rule.of(before), rule);
    }

    /** Decides what becomes of a holding. */
    @FunctionalInterface
    public interface Rule {
        /** The outcome for what is known; null for nothing. */
        After of(@Nullable Holding known);
    }

    /**
     * The outcome of a change.
     *
     * @param holding as it is to be written; null if nothing is held
     * @param history what this displaced
     */
    public record After(@Nullable Holding holding, List<HistoryEntry> history) {
        /** Copies the list. */
        public After {
            history = List.copyOf(history);
        }
    }

    /** True if there is nothing to write. */
    public boolean isNothing() {
        Holding holding = after.holding();
        return after.history().isEmpty() && (holding == null || holding.equals(before));
    }
}
