package org.bdm.server.api.dataset;

import java.util.List;
import java.util.function.Predicate;
import org.bdm.core.control.dataset.HandoverFileView;
import org.bdm.core.control.dataset.HandoverView;
import org.bdm.server.catalog.handover.HandedCount;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.message.ProblemText;

/** Messages about handovers. */
final class HandoverViews {
    private HandoverViews() {}

    static HandoverView of(Handover handover, List<HandedCount> counts) {
        Handover.Order order = handover.order();
        return new HandoverView(
                handover.id(),
                order.owner(),
                order.carrier(),
                order.source(),
                order.export().value(),
                ProblemText.shown(order.selection()),
                handover.state().name(),
                handover.awaited().name(),
                ProblemText.shown(handover.says()),
                handover.sent().task(),
                files(counts, state -> true),
                files(counts, HandedFileState::isThere),
                files(counts, state -> state == HandedFileState.UNVOUCHED),
                files(counts, HandedFileState::isNamed),
                counts.stream().mapToLong(HandedCount::bytes).sum(),
                counts.stream()
                        .filter(count -> count.state().isThere())
                        .mapToLong(HandedCount::bytes)
                        .sum(),
                handover.createdAt(),
                handover.endedAt());
    }

    private static long files(List<HandedCount> counts, Predicate<HandedFileState> wanted) {
        return counts.stream()
                .filter(count -> wanted.test(count.state()))
                .mapToLong(HandedCount::files)
                .sum();
    }

    static HandoverFileView of(Handover handover, HandedFile file) {
        return new HandoverFileView(
                handover.order().export().value(),
                file.path().shown(),
                ProblemText.shown(file.sourcePath()),
                file.dataset(),
                file.size() < 0 ? null : file.size(),
                file.state().name(),
                ProblemText.shown(file.says()));
    }
}
