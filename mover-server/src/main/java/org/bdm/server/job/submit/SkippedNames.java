package org.bdm.server.job.submit;

import java.util.List;
import org.bdm.server.catalog.job.Reception;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.dataset.replica.Resolved;
import org.bdm.server.message.ProblemText;

/**
 * Wanted datasets that a job skips.
 *
 * @param isOffline whether no index was asked
 */
record SkippedNames(Resolved resolved, boolean isOffline) {
    private static final int SHOWN_MAX = 1_000;

    /** Makes each an event of the job, up to a thousand, and counts them. */
    void note(Reception reception) {
        List<String> names = resolved.unknown();
        names.stream()
                .limit(SHOWN_MAX)
                .forEach(name ->
                        reception.note("DATASET_UNKNOWN", ProblemText.shown(name + " is skipped: " + reason(name))));
        int more = names.size() - SHOWN_MAX;
        if (more > 0)
            reception.note(
                    "DATASET_UNKNOWN",
                    more + (more == 1 ? " more dataset is" : " more datasets are") + " skipped for the same reasons");
        reception.skipUnknown(names.size());
    }

    private String reason(String name) {
        if (!DatasetWishes.isPossible(name)) return "it cannot be the name of a dataset";
        return resolved.reason(name)
                .orElse(
                        isOffline
                                ? "it is not in the catalog of this site, and an offline request queries no index"
                                : "no index knows it");
    }
}
