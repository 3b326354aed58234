package org.bdm.server.api.job;

import java.util.Optional;
import org.bdm.core.control.holding.MirrorView;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.removal.Mirror;
import org.bdm.server.catalog.removal.MirrorState;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Messages about what mirror jobs found at their destinations. */
final class MirrorViews {
    private MirrorViews() {}

    /** Null for a job that is not a mirror; a retry has only what failed, and is none. */
    static @Nullable MirrorView of(Catalog catalog, Job job) {
        boolean isMirror = job.request().settings().mirrors()
                && job.request().kind() == JobKind.TREE
                && job.request().retryOf() == null;
        if (!isMirror) return null;
        Optional<Mirror> known = catalog.mirrors().find(job.id());
        if (known.isEmpty()) return withoutComparison(job);
        Mirror mirror = known.get();
        return switch (mirror.state()) {
            case WAITING -> without(MirrorState.WAITING, "The destination is being compared with the listing.");
            case PLANNED -> planned(catalog, job, mirror);
            case NOT_NEEDED ->
                without(MirrorState.NOT_NEEDED, "The destination has nothing that the source no longer has.");
            case NOT_MADE ->
                without(MirrorState.NOT_MADE, "No plan of removal was made: " + ProblemText.shown(mirror.text()));
        };
    }

    private static MirrorView withoutComparison(Job job) {
        return job.state().isFinal()
                ? without(
                        MirrorState.NOT_MADE,
                        "No plan of removal was made, since the job ended "
                                + job.state().shown() + ": only one that SUCCEEDED knows all that its source has.")
                : without(
                        MirrorState.WAITING,
                        "The destination is compared with the listing once the job has SUCCEEDED.");
    }

    private static MirrorView without(MirrorState state, String text) {
        return new MirrorView(state.name(), null, 0, 0, text);
    }

    private static MirrorView planned(Catalog catalog, Job job, Mirror mirror) {
        Long number = mirror.plan();
        Optional<PurgePlan> found =
                number == null ? Optional.empty() : catalog.purges().find(number);
        if (found.isEmpty()) return without(MirrorState.NOT_MADE, "Its plan of removal is gone.");
        PurgePlan plan = found.get();
        long files = plan.amount().files();
        String id = "purge-" + plan.number();
        String text = id + " (" + plan.state() + ") has " + (files == 1 ? "1 file" : files + " files")
                + " that the source no longer has: see 'bdm-client purge --show " + id + "'."
                + (job.state() == JobState.SUCCEEDED
                        ? ""
                        : " What is in the way of files that failed is among them: apply it, then mirror again.");
        return new MirrorView(
                MirrorState.PLANNED.name(), id, files, plan.amount().bytes(), text);
    }
}
