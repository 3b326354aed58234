package org.bdm.server.upkeep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.core.id.ExportName;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.MarkTreatment;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/**
 * The selection for a removal plan; null and empty take all that is superseded or retracted.
 *
 * @param datasets names with version, or without for all versions
 * @param prefix how the instance ids begin, in any case
 * @param state RETRACTED or SUPERSEDED
 * @param withoutSuccessor superseded versions also if no newer one is complete and verified here
 * @param listedOnly only what a policy listed
 */
public record PurgeQuestion(
        List<String> datasets,
        @Nullable String prefix,
        @Nullable HoldingState state,
        @Nullable ExportName export,
        boolean withoutSuccessor,
        boolean listedOnly) {
    /** Copies the list. */
    public PurgeQuestion {
        datasets = List.copyOf(datasets);
    }

    boolean takes(DatasetMark mark) {
        boolean isDue = mark.isInForce() || (withoutSuccessor && mark.state() == HoldingState.SUPERSEDED);
        String id = mark.instanceId().toLowerCase(Locale.ROOT);
        return isDue
                && (state == null || state == mark.state())
                && (prefix == null || id.startsWith(prefix.toLowerCase(Locale.ROOT)))
                && (!listedOnly || mark.treatment() == MarkTreatment.LISTED)
                && (datasets.isEmpty() || datasets.stream().anyMatch(name -> isMeant(name, id)));
    }

    private static boolean isMeant(String name, String id) {
        DatasetName wanted = DatasetName.of(name);
        return wanted.version().isEmpty()
                ? DatasetName.of(id).masterId().equals(wanted.key())
                : id.equals(wanted.key());
    }

    /** In words, for the plan. */
    String shown() {
        List<String> words = new ArrayList<>();
        if (listedOnly) words.add("listed by policy");
        if (state != null) words.add(state.name());
        if (export != null) words.add("in export " + export);
        if (prefix != null) words.add("beginning with " + prefix);
        if (!datasets.isEmpty()) words.add(String.join(" ", datasets));
        if (withoutSuccessor) words.add("also without a newer version here");
        return words.isEmpty() ? "all that is superseded or retracted" : String.join(", ", words);
    }
}
