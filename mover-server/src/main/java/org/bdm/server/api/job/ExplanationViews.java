package org.bdm.server.api.job;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bdm.core.control.job.DecisionView;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.NodeWorkView;
import org.bdm.core.control.job.OpenFileView;
import org.bdm.core.control.job.RateView;
import org.bdm.core.control.job.StageView;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.UnvouchedFiles;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.history.NumberedDecision;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.tape.TapeWait;
import org.bdm.server.job.estimate.SourceName;
import org.bdm.server.job.progress.Explanation;
import org.bdm.server.job.progress.LimitTally;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.progress.NodeWork;
import org.bdm.server.machine.HostLoad;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.WebSources;
import org.bdm.server.site.opening.Openings;

/** Explanations as the API shows them. */
public final class ExplanationViews {
    private static final int OPEN_FILES_MAX = 50;
    private static final int DECISIONS_MAX = 20;
    private static final int ITEMS_LOOKED_AT = 100;
    private static final int EVENTS_AT_ONCE = 1000;
    private static final int EVENT_PAGES_MAX = 10;

    private final Catalog catalog;
    private final LiveJobs live;
    private final StandingReasons reasons;
    private final WebSources web;
    private final HostLoad host;
    private final Openings openings;
    private final Clock clock;

    ExplanationViews(
            Catalog catalog,
            LiveJobs live,
            StandingReasons reasons,
            WebSources web,
            HostLoad host,
            Openings openings,
            Clock clock) {
        this.openings = openings;
        this.catalog = catalog;
        this.live = live;
        this.reasons = reasons;
        this.web = web;
        this.host = host;
        this.clock = clock;
    }

    ExplanationView of(Job job) {
        LiveJob running = live.of(job.id());
        JobCounts counts = catalog.jobs().counts(job.id());
        Explanation why = reasons.of(job, counts, running);
        return new ExplanationView(
                job.id().toString(),
                job.state().shown().name(),
                why.code(),
                why.reason() + limited(job),
                why.since(),
                why.next(),
                why.nextAt(),
                running.limitedBy().isEmpty() ? null : running.limitedBy(),
                job.state().isFinal() ? null : host.line().orElse(null),
                null,
                live.stagesOf(job.id()).stream().map(ExplanationViews::stage).toList(),
                live.byNode(job.id()).stream().map(ExplanationViews::node).toList(),
                job.state().isFinal() ? List.of() : openFiles(job),
                decisions(job, counts.reused()));
    }

    private static StageView stage(StageLoad load) {
        return new StageView(load.stage(), load.parallelism(), load.bytesPerSecond(), load.waiting(), load.fullness());
    }

    private static NodeWorkView node(NodeWork work) {
        LiveJob now = work.work();
        return new NodeWorkView(
                "node-" + work.node(),
                now.filesActive(),
                now.filesVerifying(),
                new RateView(now.bytesPerSecond(), now.filesPerSecond()),
                now.streams(),
                now.limitedBy().isEmpty() ? null : now.limitedBy());
    }

    /** Those that wait after an error: the ones a person asks about. */
    private List<OpenFileView> openFiles(Job job) {
        FileQuery waiting = new FileQuery(job.id(), FileState.WAITING, null, null, OPEN_FILES_MAX);
        return catalog.files().page(waiting).rows().stream()
                .map(FileViews::open)
                .toList();
    }

    /** Of a job that ended: what limited it in its last run, behind the reason. */
    private String limited(Job job) {
        if (!job.state().isFinal()) return "";
        String[] last = {""};
        forEachEvent(job, event -> {
            if (event.code().equals(LimitTally.EVENT)) last[0] = " " + ProblemText.shown(event.text());
        });
        return last[0];
    }

    private void forEachEvent(Job job, Consumer<Event> heard) {
        long last = 0;
        for (int page = 0; page < EVENT_PAGES_MAX; page++) {
            List<Event> events = catalog.events().after(job.id(), last, EVENTS_AT_ONCE);
            for (Event event : events) {
                last = event.number();
                heard.accept(event);
            }
            if (events.size() < EVENTS_AT_ONCE) break;
        }
    }

    private List<DecisionView> decisions(Job job, Amount reused) {
        List<DecisionView> newest = new ArrayList<>();
        forEachEvent(job, event -> {
            newest.add(new DecisionView(event.at(), ProblemText.shown(event.text())));
            if (newest.size() > DECISIONS_MAX) newest.remove(0);
        });
        for (NumberedDecision made : catalog.decisions().newest(job.id(), DECISIONS_MAX)) {
            newest.add(new DecisionView(made.decision().at(), made.decision().text()));
        }
        if (!job.state().isFinal()) newest.addAll(closedPlaces(job));
        if (!job.state().isFinal()) newest.addAll(waitsForTape(job));
        if (!job.state().isFinal() && hasCopies(job)) newest.addAll(nodesLeftAlone());
        catalog.files()
                .originsOf(job.id())
                .forEach((place, came) -> newest.add(new DecisionView(
                        clock.instant(),
                        ProblemText.shown(came.files() + " files, " + came.bytes() + " bytes, came from " + place
                                + (Origin.isDowngraded(place) ? ", without the TLS that was published" : "")
                                + (isWithoutRanges(place)
                                        ? ", which serves no ranges: its files come whole and are not resumed"
                                        : "")))));
        UnvouchedFiles unvouched = catalog.files().unvouched(job.id());
        if (unvouched.files() > 0) newest.add(new DecisionView(clock.instant(), unvouched.text()));
        if (reused.files() > 0) {
            String text = reused.files() + " files were not moved, or not wholly: " + reused.bytes()
                    + " bytes of them were held here; each file says from where";
            newest.add(new DecisionView(clock.instant(), text));
        }
        newest.sort(Comparator.comparing(DecisionView::at).reversed());
        return newest;
    }

    private List<DecisionView> waitsForTape(Job job) {
        Instant now = clock.instant();
        List<DecisionView> waits = new ArrayList<>();
        for (TapeWait wait : catalog.tapeRecalls().ofJob(job.id()))
            waits.add(new DecisionView(now, ProblemText.shown(wait.text(now))));
        long atSites = catalog.tapeRecalls().waitingWithoutService(job.id());
        if (atSites > 0) waits.add(new DecisionView(now, TapeWait.withoutService(atSites)));
        return waits;
    }

    /** Of the places of its first items. */
    private List<DecisionView> closedPlaces(Job job) {
        if (openings.areAllOpen()) return List.of();
        Set<String> places = new TreeSet<>();
        for (NumberedItem item : catalog.jobs().items(job.id(), 0, ITEMS_LOOKED_AT)) {
            if (item.source() instanceof ItemSource.AtDataNode node) places.add(node.node());
            else if (item.source() instanceof ItemSource.AtSite at)
                places.add(at.endpoint().site().value());
        }
        List<DecisionView> closed = new ArrayList<>();
        for (String place : places) {
            openings.closureOf(place)
                    .ifPresent(why -> closed.add(
                            new DecisionView(clock.instant(), ProblemText.shown(why.reason() + ": " + why.text()))));
        }
        return closed;
    }

    private boolean isWithoutRanges(String place) {
        return web.nodes().stream()
                .anyMatch(node -> node.servesNoRanges() && node.node().equals(SourceName.ofOrigin(place)));
    }

    private boolean hasCopies(Job job) {
        return catalog.jobs().items(job.id(), 0, 1).stream()
                .anyMatch(item -> item.source() instanceof ItemSource.OfCopies);
    }

    private List<DecisionView> nodesLeftAlone() {
        List<DecisionView> decisions = new ArrayList<>();
        for (NodeView node : web.nodes()) {
            if (node.nextTry().isEmpty()) continue;
            String why = node.trouble().orElse("it is in trouble");
            decisions.add(new DecisionView(
                    clock.instant(),
                    ProblemText.shown("data node " + node.node() + " is left alone until "
                            + node.nextTry().get() + ": " + why)));
        }
        return decisions;
    }
}
