package org.bdm.server.api.holding;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.control.ImportLineView;
import org.bdm.core.control.Problem;
import org.bdm.core.control.holding.FindingView;
import org.bdm.core.control.holding.HoldingHistoryView;
import org.bdm.core.control.holding.HoldingListView;
import org.bdm.core.control.holding.HoldingView;
import org.bdm.core.control.holding.SurveyView;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.holding.HistoryEntry;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.holding.record.HoldingList;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Messages about holdings and surveys. */
final class HoldingViews {
    private HoldingViews() {}

    /** With what is said against their datasets. */
    static List<HoldingView> of(Catalog catalog, List<Holding> holdings) {
        List<String> datasets = holdings.stream()
                .map(Holding::dataset)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        Map<String, DatasetMark> marks = catalog.marks().find(datasets);
        return holdings.stream()
                .map(holding -> of(holding, markOf(marks, holding.dataset())))
                .toList();
    }

    private static @Nullable DatasetMark markOf(Map<String, DatasetMark> marks, @Nullable String dataset) {
        return dataset == null ? null : marks.get(dataset.toLowerCase(Locale.ROOT));
    }

    private static HoldingView of(Holding holding, @Nullable DatasetMark mark) {
        return new HoldingView(
                holding.export().value(),
                holding.path().shown(),
                holding.dataset(),
                holding.size(),
                holding.modified(),
                holding.state().name(),
                holding.since(),
                holding.checkedAt(),
                MarkViews.of(mark),
                seen(holding),
                holding.digests().stream().map(HoldingViews::of).toList());
    }

    static HoldingHistoryView of(HistoryEntry entry) {
        Holding before = entry.before();
        return new HoldingHistoryView(
                entry.event().name(),
                entry.at(),
                entry.by(),
                ProblemText.shown(entry.reason()),
                before.state().name(),
                before.size(),
                before.modified(),
                before.digests().stream().map(HoldingViews::of).toList());
    }

    private static HoldingView.@Nullable SeenOnDisk seen(Holding holding) {
        Holding.Seen seen = holding.seen();
        return seen == null || seen.isAbsent()
                ? null
                : new HoldingView.SeenOnDisk(seen.size(), seen.modified(), seen.at());
    }

    private static HoldingView.KnownDigest of(HoldingDigest known) {
        return new HoldingView.KnownDigest(
                name(known.digest().algorithm()),
                known.digest().hex(),
                known.origin().shownAs(),
                known.knownAt(),
                known.restsOn());
    }

    private static String name(ChecksumAlgorithm algorithm) {
        return algorithm.name().toLowerCase(Locale.ROOT);
    }

    static HoldingListView of(String format, HoldingList.Result result) {
        List<ImportLineView> troubles = result.troubles().stream()
                .map(line -> new ImportLineView(line.number(), ProblemText.shown(line.reason())))
                .toList();
        return new HoldingListView(
                format,
                result.adopted(),
                result.bytes(),
                result.missing(),
                result.different(),
                result.refused(),
                troubles);
    }

    static SurveyView of(Survey survey) {
        Failure failure = survey.failure();
        Problem problem = failure == null ? null : ProblemText.of(failure.asError());
        return new SurveyView(
                "survey-" + survey.number(),
                survey.kind().name(),
                survey.subject(),
                survey.owner(),
                survey.state().name(),
                survey.progress().files(),
                survey.progress().bytes(),
                survey.progress().findings(),
                problem,
                survey.createdAt(),
                survey.endedAt());
    }

    static FindingView of(Finding finding) {
        return new FindingView(
                finding.kind().name(),
                finding.export().value(),
                finding.path().shown(),
                finding.dataset(),
                ProblemText.shown(finding.text()));
    }
}
