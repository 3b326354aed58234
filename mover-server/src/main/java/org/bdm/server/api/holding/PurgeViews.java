package org.bdm.server.api.holding;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.Problem;
import org.bdm.core.control.holding.MirrorPlanView;
import org.bdm.core.control.holding.PurgeDatasetView;
import org.bdm.core.control.holding.PurgeDirectoryView;
import org.bdm.core.control.holding.PurgeFileView;
import org.bdm.core.control.holding.PurgeView;
import org.bdm.core.control.holding.QuarantinedFileView;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.KeptHoldings.KeptHolding;
import org.bdm.server.catalog.removal.PurgeCaution;
import org.bdm.server.catalog.removal.PurgeDataset;
import org.bdm.server.catalog.removal.PurgeDirectory;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.catalog.removal.QuarantinedFile;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Messages about plans of removal and about the quarantine. */
final class PurgeViews {
    private PurgeViews() {}

    static PurgeView of(PurgePlan plan, List<PurgeDirectory> largest, List<PurgeCaution> cautions, Instant now) {
        Failure failure = plan.failure();
        Problem problem = failure == null ? null : ProblemText.of(failure.asError());
        PurgePlan.Application application = plan.application();
        boolean isExpired = plan.state() == PurgeState.OPEN && now.isAfter(plan.expiresAt());
        return new PurgeView(
                "purge-" + plan.number(),
                plan.owner(),
                ProblemText.shown(plan.selection()),
                plan.withoutSuccessor(),
                isExpired ? "EXPIRED" : plan.state().name(),
                plan.amount().datasets(),
                plan.amount().files(),
                plan.amount().bytes(),
                problem,
                plan.createdAt(),
                plan.expiresAt(),
                application == null ? null : application.by(),
                application == null ? null : application.begunAt(),
                application == null ? null : application.endedAt(),
                application == null ? 0 : application.removedFiles(),
                application == null ? 0 : application.removedBytes(),
                application == null ? 0 : application.keptFiles(),
                plan.quarantined().files(),
                plan.quarantined().bytes(),
                mirror(plan, largest, cautions),
                plan.note().isEmpty() ? null : ProblemText.shown(plan.note()));
    }

    private static @Nullable MirrorPlanView mirror(
            PurgePlan plan, List<PurgeDirectory> largest, List<PurgeCaution> cautions) {
        PurgePlan.MirroredTree mirror = plan.mirror();
        if (mirror == null) return null;
        Long confirmCount = plan.needsCount() ? plan.amount().files() : null;
        List<PurgeDirectoryView> directories = largest.stream()
                .map(directory ->
                        new PurgeDirectoryView(directory.path().shown(), directory.files(), directory.bytes()))
                .toList();
        List<String> odd = cautions.stream().map(PurgeCaution::text).toList();
        return new MirrorPlanView(mirror.job().toString(), mirror.destinationFiles(), confirmCount, odd, directories);
    }

    static PurgeDatasetView of(PurgeDataset dataset) {
        DigestOrigin weakest = dataset.newerWeakest();
        return new PurgeDatasetView(
                dataset.instanceId(),
                dataset.state().name(),
                ProblemText.shown(dataset.reason()),
                dataset.newer(),
                dataset.newerFiles(),
                dataset.newerHeld(),
                weakest == null ? null : weakest.shownAs(),
                dataset.elsewhere(),
                dataset.files(),
                dataset.bytes());
    }

    static PurgeFileView of(PurgeFile file) {
        return new PurgeFileView(
                file.export().value(),
                file.path().shown(),
                file.size(),
                file.modified(),
                file.outcome().name(),
                ProblemText.shown(file.text()));
    }

    static QuarantinedFileView of(KeptHolding kept) {
        return new QuarantinedFileView(
                kept.holding().dataset(),
                kept.holding().export().value(),
                kept.holding().path().shown(),
                kept.holding().size(),
                kept.holding().state().name(),
                kept.keptAs(),
                kept.since(),
                "policy");
    }

    static QuarantinedFileView of(QuarantinedFile kept) {
        HoldingState state = kept.state();
        return new QuarantinedFileView(
                kept.dataset(),
                kept.file().export().value(),
                kept.file().path().shown(),
                kept.file().size(),
                state == null ? null : state.name(),
                kept.keptAs(),
                kept.since(),
                "purge-" + kept.plan().number());
    }
}
