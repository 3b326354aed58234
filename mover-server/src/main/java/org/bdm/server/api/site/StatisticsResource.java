package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.bdm.core.control.link.StatisticsGroupView;
import org.bdm.core.control.link.StatisticsView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.history.ArrivalGrouping;
import org.bdm.server.catalog.history.ArrivedFiles;
import org.bdm.server.message.Moments;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves what jobs moved to this site, counted by day, month, project, source or subscription. */
@RestController
@RequestMapping(RouteRoles.API + "/statistics")
@Tag(name = "sites")
public class StatisticsResource {
    /** Before it nothing can have arrived. */
    private static final LocalDate FIRST_DAY = LocalDate.EPOCH;

    private final Catalog catalog;
    private final Clock clock;

    StatisticsResource(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "getStatistics",
            summary = "What jobs moved to this site, by day, month, project, source or subscription",
            description = "Whole days in UTC. A file counts when it is in its place and verified; existing files"
                    + " do not count. Kept for good, also when jobs are deleted.")
    StatisticsView get(
            @RequestParam(required = false) @Nullable String by,
            @RequestParam(required = false) @Nullable String since,
            @RequestParam(required = false) @Nullable String until) {
        ArrivalGrouping grouping = grouping(by == null ? "month" : by);
        Instant now = clock.instant();
        LocalDate first = day(Moments.parse("since", since), FIRST_DAY);
        LocalDate last = day(Moments.parse("until", until), LocalDate.ofInstant(now, ZoneOffset.UTC));
        if (last.isBefore(first)) throw invalid("since is after until, or after now");
        List<ArrivedFiles> groups = catalog.arrivals().by(grouping, first, last);
        Map<String, String> labels = grouping == ArrivalGrouping.SUBSCRIPTION ? labels(groups) : Map.of();
        return new StatisticsView(
                name(grouping),
                first.toString(),
                last.toString(),
                view(catalog.arrivals().all(first, last), "", Map.of()),
                groups.stream()
                        .map(group -> view(group, id(grouping, group.group()), labels))
                        .toList());
    }

    private static LocalDate day(@Nullable Instant moment, LocalDate otherwise) {
        if (moment == null) return otherwise;
        LocalDate day = LocalDate.ofInstant(moment, ZoneOffset.UTC);
        return day.isBefore(FIRST_DAY) ? FIRST_DAY : day;
    }

    private static ArrivalGrouping grouping(String by) {
        return Arrays.stream(ArrivalGrouping.values())
                .filter(grouping -> name(grouping).equals(by))
                .findFirst()
                .orElseThrow(() -> invalid("by is '" + by + "', but is one of "
                        + Arrays.stream(ArrivalGrouping.values())
                                .map(StatisticsResource::name)
                                .collect(Collectors.joining(", "))));
    }

    private static String name(ArrivalGrouping grouping) {
        return grouping.name().toLowerCase(Locale.ROOT);
    }

    private static String id(ArrivalGrouping grouping, String group) {
        return grouping == ArrivalGrouping.SUBSCRIPTION && !group.isEmpty() ? "subscription-" + group : group;
    }

    private Map<String, String> labels(List<ArrivedFiles> groups) {
        Map<String, String> labels = new HashMap<>();
        for (ArrivedFiles group : groups) {
            if (group.group().isEmpty()) continue;
            catalog.subscriptions()
                    .find(Long.parseLong(group.group()))
                    .filter(known -> !known.label().isEmpty())
                    .ifPresent(known -> labels.put(group.group(), known.label()));
        }
        return labels;
    }

    private static StatisticsGroupView view(ArrivedFiles sum, String shown, Map<String, String> labels) {
        return new StatisticsGroupView(shown, labels.get(sum.group()), sum.files(), sum.bytes(), sum.datasets());
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
