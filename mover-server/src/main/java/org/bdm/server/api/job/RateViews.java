package org.bdm.server.api.job;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.control.link.JobRatesView;
import org.bdm.core.control.link.RateMarkView;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.history.MovedOfJob;
import org.bdm.server.catalog.history.NumberedDecision;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.rate.RateHistory;
import org.bdm.server.message.ProblemText;
import org.bdm.server.message.RatePoints;

/** Shows what jobs moved by time, and what changed their rate. Any thread that may block. */
public final class RateViews {
    private static final int MARKS_MAX = 200;
    private static final String STREAMS = "streams";

    private static final List<String> CODES = Stream.concat(
                    Stream.of(JobState.values()).map(JobState::name), Stream.of(Events.RATE_LIMIT_CHANGED, "RELAY"))
            .toList();

    private final Catalog catalog;
    private final RateHistory rates;
    private final Clock clock;

    RateViews(Catalog catalog, RateHistory rates, Clock clock) {
        this.catalog = catalog;
        this.rates = rates;
        this.clock = clock;
    }

    JobRatesView of(Job job) {
        MovedOfJob moved = rates.ofJob(job.id());
        return new JobRatesView(
                moved.stepSeconds(),
                RatePoints.of(moved.samples(), moved.stepSeconds(), clock.instant()),
                marks(job.id()));
    }

    private List<RateMarkView> marks(JobId job) {
        List<RateMarkView> marks = new ArrayList<>();
        for (Event event : catalog.events().newest(job, CODES, MARKS_MAX)) {
            marks.add(new RateMarkView(event.at(), event.code(), ProblemText.shown(event.text())));
        }
        for (NumberedDecision made : catalog.decisions().newest(job, MARKS_MAX)) {
            if (!made.decision().stage().equals(STREAMS)) continue;
            marks.add(new RateMarkView(
                    made.decision().at(),
                    "STREAMS",
                    ProblemText.shown(made.decision().text())));
        }
        marks.sort(Comparator.comparing(RateMarkView::at));
        return marks.subList(Math.max(0, marks.size() - MARKS_MAX), marks.size());
    }
}
