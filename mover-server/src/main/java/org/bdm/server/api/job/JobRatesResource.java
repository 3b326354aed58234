package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.control.link.JobRatesView;
import org.bdm.core.control.link.RateMarkView;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.history.MovedOfJob;
import org.bdm.server.catalog.history.NumberedDecision;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.rate.RateHistory;
import org.bdm.server.message.ProblemText;
import org.bdm.server.message.RatePoints;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the rates of a job over time, and what changed them. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "jobs")
public class JobRatesResource {
    private static final int MARKS_MAX = 200;
    private static final String STREAMS = "streams";

    private static final List<String> CODES = Stream.concat(
                    Stream.of(JobState.values()).map(JobState::name), Stream.of(Events.RATE_LIMIT_CHANGED, "RELAY"))
            .toList();

    private final Catalog catalog;
    private final RateHistory rates;
    private final VisibleJobs visible;
    private final ForwardedJobs forwarded;
    private final Clock clock;

    JobRatesResource(Catalog catalog, RateHistory rates, VisibleJobs visible, ForwardedJobs forwarded, Clock clock) {
        this.catalog = catalog;
        this.rates = rates;
        this.visible = visible;
        this.forwarded = forwarded;
        this.clock = clock;
    }

    @GetMapping("/jobs/{jobId}/rates")
    @Operation(
            operationId = "listJobRates",
            summary = "What a job moved, by time, and what changed its rate",
            description = "Steps of 10 s at first; the longer a job runs the longer they get, so that there are at most"
                    + " 500 of each node that works on it. Kept for 31 days.")
    JobRatesView ofJob(@PathVariable String jobId) {
        forwarded.refuse(jobId, "rates");
        JobId job = visible.seen(jobId).id();
        MovedOfJob moved = rates.ofJob(job);
        return new JobRatesView(
                moved.stepSeconds(), RatePoints.of(moved.samples(), moved.stepSeconds(), clock.instant()), marks(job));
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
