package org.bdm.server.api.site;

import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.bdm.core.control.link.LinkWindowsView;
import org.bdm.core.control.site.BanView;
import org.bdm.core.control.site.MaintenanceView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.Ban;
import org.bdm.server.catalog.site.LinkWindows;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.opening.WindowState;
import org.jspecify.annotations.Nullable;

/** Windows, maintenance and bans as they are shown. Any thread that may block. */
public class PlaceRuleViews {
    private final Catalog catalog;
    private final OwnSite own;
    private final Clock clock;

    PlaceRuleViews(Catalog catalog, OwnSite own, Clock clock) {
        this.catalog = catalog;
        this.own = own;
        this.clock = clock;
    }

    OwnSite own() {
        return own;
    }

    Instant now() {
        return clock.instant();
    }

    /** Refuses a name that is neither this site nor a paired one. */
    void requireSite(String name) {
        if (name.equals(own.name().value()) || isPaired(name)) return;
        throw new MoverException(ErrorCode.UNKNOWN_SITE, "this site is not paired with '" + name + "'");
    }

    boolean isPaired(String name) {
        return catalog.sites().all().stream()
                .anyMatch(site -> site.name().value().equals(name));
    }

    /** Data moves by the rules of the site where it arrives. */
    void requireOwn(String destination) {
        if (destination.equals(own.name().value())) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "this server opens and closes links to '" + own.name() + "'; set the windows of a link to '"
                        + destination + "' at that site");
    }

    LinkWindowsView of(LinkWindows windows) {
        WindowState state = WindowState.of(windows, clock.instant());
        return new LinkWindowsView(
                windows.source(),
                own.name().value(),
                windows.windows(),
                state.isOpen(),
                state.changesAt(),
                windows.changedBy(),
                windows.changedAt());
    }

    MaintenanceView of(Maintenance entry) {
        return new MaintenanceView(
                entry.number(),
                entry.site(),
                entry.beginsAt(),
                entry.endsAt(),
                entry.note(),
                entry.uid(),
                entry.isAt(clock.instant()),
                entry.addedBy(),
                entry.addedAt());
    }

    /** The entry that goes on, or begins next. */
    @Nullable MaintenanceView maintenance(String site) {
        Instant now = clock.instant();
        return catalog.placeRules().maintenance(now).stream()
                .filter(entry -> entry.site().equals(site))
                .min(Comparator.comparing(Maintenance::beginsAt))
                .map(this::of)
                .orElse(null);
    }

    @Nullable BanView ban(String place) {
        return catalog.placeRules()
                .banOf(place, clock.instant())
                .map(ban -> of(ban, true))
                .orElse(null);
    }

    List<BanView> bans() {
        return catalog.placeRules().bans(clock.instant()).stream()
                .map(ban -> of(ban, isPaired(ban.place())))
                .toList();
    }

    BanView of(Ban ban, boolean isSite) {
        return new BanView(ban.place(), isSite, ban.reason(), ban.until(), ban.bannedBy(), ban.bannedAt());
    }
}
