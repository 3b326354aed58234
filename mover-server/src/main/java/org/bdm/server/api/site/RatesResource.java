package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.bdm.core.control.link.LinkRatesView;
import org.bdm.core.control.link.RatesView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.job.rate.LinkRates;
import org.bdm.server.job.rate.RateHistory;
import org.bdm.server.message.Moments;
import org.bdm.server.message.RatePoints;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the rates of the links to this site over time. */
@RestController
@RequestMapping(RouteRoles.API + "/rates")
@Tag(name = "sites")
public class RatesResource {
    private static final Duration SHOWN_BY_DEFAULT = Duration.ofHours(1);
    private static final String LINK = "link";

    private final RateHistory rates;
    private final OwnSite own;
    private final Clock clock;

    RatesResource(RateHistory rates, OwnSite own, Clock clock) {
        this.rates = rates;
        this.own = own;
        this.clock = clock;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "listRates",
            summary = "What each link to this site moved, by time",
            description = "The server chooses the step: at most 300 points of a link, 10 s at least within the last"
                    + " hour, 5 minutes at least before. Earlier than 31 days ago nothing is kept.")
    RatesView list(
            @RequestParam(required = false) @Nullable String since,
            @RequestParam(required = false) @Nullable String until,
            @RequestParam(required = false) @Nullable String by) {
        if (by != null && !by.equals(LINK)) throw invalid("by is '" + by + "', but is link");
        Instant now = clock.instant();
        Instant from = Moments.parse("since", since);
        Instant to = Moments.parse("until", until);
        Instant end = to == null || to.isAfter(now) ? now : to;
        Instant begin = from == null ? end.minus(SHOWN_BY_DEFAULT) : from;
        if (!begin.isBefore(end)) throw invalid("since is not before until, or not before now");
        LinkRates found = rates.ofLinks(begin, end);
        return new RatesView(
                found.since(),
                end,
                found.stepSeconds(),
                found.links().stream()
                        .map(link -> view(link, found.stepSeconds(), now))
                        .toList());
    }

    private LinkRatesView view(LinkRates.OfLink link, int stepSeconds, Instant now) {
        return new LinkRatesView(
                link.source().isEmpty() ? null : link.source(),
                own.name().value(),
                link.bytes(),
                link.files(),
                link.failures(),
                RatePoints.of(link.steps(), stepSeconds, now));
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
