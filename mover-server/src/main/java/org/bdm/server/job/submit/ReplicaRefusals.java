package org.bdm.server.job.submit;

import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.dataset.replica.Resolved;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.message.EntryErrors;
import org.bdm.server.message.RefusedEntries;

/** The refusals of jobs of datasets, once these were looked up. */
public final class ReplicaRefusals {
    private ReplicaRefusals() {}

    /**
     * Why a job of what was found is refused; empty if it is not.
     *
     * @param items the files that it would have
     * @param empty datasets of which no index lists a file
     */
    public static Optional<RuntimeException> of(
            ReplicaJobs.Checked checked, Resolved resolved, Amount items, List<String> empty) {
        try {
            refuseIncomplete(checked, resolved);
            boolean isOfNames =
                    checked.draft() == null && checked.wishes().queries().isEmpty();
            if (!isOfNames) resolved.refuseUnknownFacets(checked.wishes().queries());
            checked.confirmation().require(items.files(), items.bytes());
        } catch (MoverException | RefusedEntries e) {
            return Optional.of(e);
        }
        return items.files() == 0 ? Optional.of(nothing(resolved, empty)) : Optional.empty();
    }

    private static void refuseIncomplete(ReplicaJobs.Checked checked, Resolved resolved) {
        if (!resolved.isComplete() && !checked.tolerance().incomplete()) {
            throw new MoverException(
                    ErrorCode.INDEX_INCOMPLETE,
                    sentence(resolved.warnings()) + "; retry later, or add --accept-incomplete to continue without it");
        }
        if (resolved.unknown().isEmpty() || checked.tolerance().unknown()) return;
        EntryErrors errors = new EntryErrors();
        for (String name : resolved.unknown()) {
            String reason = resolved.reason(name)
                    .map(why -> "'" + name + "': " + why)
                    .orElse("no index knows '" + name
                            + "'; check the name with 'bdm-client search', or skip such names with --skip-unknown");
            errors.add(name, new MoverException(ErrorCode.UNKNOWN_DATASET, reason));
        }
        errors.throwIfAny();
    }

    private static MoverException nothing(Resolved resolved, List<String> empty) {
        if (!empty.isEmpty()) {
            return new MoverException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "no index lists a file of " + empty.get(0) + shownMore(empty)
                            + "; retry once its files are published");
        }
        String leftOut = resolved.leftOut().isEmpty()
                ? ""
                : "; left out: " + resolved.leftOut().get(0) + shownMore(resolved.leftOut());
        return new MoverException(
                ErrorCode.UNKNOWN_DATASET,
                "the query finds no dataset" + leftOut + "; see what it finds with 'bdm-client search'");
    }

    private static String shownMore(List<String> all) {
        return all.size() == 1 ? "" : " and " + (all.size() - 1) + " more";
    }

    private static String sentence(List<IndexWarning> warnings) {
        StringBuilder text = new StringBuilder();
        warnings.stream().filter(IndexWarning::affectsCompleteness).limit(3).forEach(warning -> {
            if (!text.isEmpty()) text.append("; ");
            text.append(warning.index())
                    .append(": ")
                    .append(warning.code())
                    .append(": ")
                    .append(warning.text());
        });
        long others =
                warnings.stream().filter(IndexWarning::affectsCompleteness).count() - 3;
        return others > 0 ? text + "; and " + others + " more" : text.toString();
    }
}
