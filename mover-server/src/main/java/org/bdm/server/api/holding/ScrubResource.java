package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import org.bdm.core.control.holding.PatchScrub;
import org.bdm.core.control.holding.ScrubView;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.ScrubSettings;
import org.bdm.server.catalog.holding.ScrubWeek;
import org.bdm.server.message.Answers;
import org.bdm.server.site.access.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The scrub of the site: its settings and what it did. */
@RestController
@RequestMapping(RouteRoles.API + "/scrub")
@Tag(name = "holdings")
public class ScrubResource {
    private final Catalog catalog;
    private final Clock clock;

    ScrubResource(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "getScrub", summary = "Settings of the scrub, and what it did this week")
    ScrubView get() {
        return ScrubViews.of(catalog, clock.instant());
    }

    @PatchMapping(consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("changed the scrub")
    @Operation(
            operationId = "patchScrub",
            summary = "Starts or pauses the scrub, or changes its settings",
            description = "A changed share counts for the week that runs already.")
    ScrubView patch(@RequestBody PatchScrub changes) {
        ScrubSettings former = catalog.scrubs().settings();
        ScrubSettings wanted = ScrubViews.changed(former, changes);
        ScrubWeek week = catalog.scrubs().week();
        boolean isOtherShare = wanted.millipercentPerWeek() != former.millipercentPerWeek();
        long files = isOtherShare ? wanted.filesOf(catalog.scrubs().holdings()) : week.filesMax();
        AuditedDetail.note(ScrubViews.shown(wanted));
        Answers.durable(catalog.scrubs().set(wanted, files));
        return get();
    }
}
