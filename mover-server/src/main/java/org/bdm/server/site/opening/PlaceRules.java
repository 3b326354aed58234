package org.bdm.server.site.opening;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.site.Ban;
import org.bdm.server.catalog.site.LinkWindows;
import org.bdm.server.catalog.site.Maintenance;
import org.jspecify.annotations.Nullable;

/** The rules of all places at one moment, and what follows from them. Immutable. */
final class PlaceRules {
    /** A place that rules close again at once so often has no opening that is worth naming. */
    private static final int STEPS_MAX = 500;

    private final SiteName own;
    private final Map<String, List<WeeklyWindow>> windows = new HashMap<>();
    private final Map<String, List<Maintenance>> maintenance = new HashMap<>();
    private final Map<String, Ban> bans = new HashMap<>();

    /** Of places that nobody names otherwise. */
    PlaceRules(SiteName own, List<LinkWindows> windows, List<Maintenance> maintenance, List<Ban> bans) {
        this(own, windows, maintenance, bans, Map.of());
    }

    /**
     * The rules of places that records may name otherwise.
     *
     * @param hosts those that serve what records say is at a data node of this name
     */
    PlaceRules(
            SiteName own,
            List<LinkWindows> windows,
            List<Maintenance> maintenance,
            List<Ban> bans,
            Map<String, Set<String>> hosts) {
        this.own = own;
        for (LinkWindows of : windows) {
            this.windows.put(
                    of.source(), of.windows().stream().map(WeeklyWindow::parse).toList());
        }
        for (Maintenance entry : maintenance) {
            this.maintenance
                    .computeIfAbsent(entry.site(), site -> new ArrayList<>())
                    .add(entry);
        }
        bans.forEach(ban -> this.bans.put(ban.place(), ban));
        // Under both names: that of the host wins, where it has a rule of its own.
        for (LinkWindows of : windows) {
            for (String host : others(hosts, of.source()))
                this.windows.putIfAbsent(host, Objects.requireNonNull(this.windows.get(of.source())));
        }
        for (Ban ban : bans) {
            for (String host : others(hosts, ban.place())) this.bans.putIfAbsent(host, ban);
        }
    }

    /** Never this site itself: no record may close it. */
    private List<String> others(Map<String, Set<String>> hosts, String place) {
        return hosts.getOrDefault(place, Set.of()).stream()
                .filter(host -> !host.equalsIgnoreCase(own.value()))
                .toList();
    }

    /** One rule that closes a place, and its own end; null for none. */
    private record Cause(
            PauseReason reason,
            String subject,
            String detail,
            @Nullable Instant until) {}

    Optional<Ban> banOf(String place, Instant at) {
        return Optional.ofNullable(bans.get(place)).filter(ban -> ban.holdsAt(at));
    }

    boolean isEmpty() {
        return windows.isEmpty() && maintenance.isEmpty() && bans.isEmpty();
    }

    /** Why a place is closed, and when it opens with regard to all rules. */
    Optional<Closure> closureOf(String place, Instant at) {
        return isEmpty() ? Optional.empty() : cause(place, at).map(cause -> closure(place, cause));
    }

    private Closure closure(String place, Cause cause) {
        Instant opens = cause.until();
        for (int step = 0; opens != null; step++) {
            Optional<Cause> next = cause(place, opens);
            if (next.isEmpty()) break;
            Instant later = next.get().until();
            opens = step == STEPS_MAX ? null : later;
        }
        String until = opens == null ? "" : " until " + opens;
        return new Closure(cause.reason(), cause.subject() + until + cause.detail() + ".", opens);
    }

    private Optional<Cause> cause(String place, Instant at) {
        return banCause(place, at)
                .or(() -> maintenanceCause(place, at))
                .or(() -> maintenanceCause(own.value(), at))
                .or(() -> windowCause(place, at))
                .or(() -> place.equals(own.value()) ? Optional.empty() : windowCause(Limit.EVERYTHING, at));
    }

    private Optional<Cause> banCause(String place, Instant at) {
        return banOf(place, at)
                .map(ban -> new Cause(
                        PauseReason.SITE_BANNED,
                        (ban.place().equals(place) ? place : place + " serves files of " + ban.place() + ", which")
                                + " is banned at this site, " + own + ", by " + ban.bannedBy(),
                        note(ban.reason()),
                        ban.until()));
    }

    private Optional<Cause> maintenanceCause(String site, Instant at) {
        String subject = site.equals(own.value()) ? "This site, " + site + "," : "Site " + site;
        return maintenance.getOrDefault(site, List.of()).stream()
                .filter(entry -> entry.isAt(at))
                .findFirst()
                .map(entry -> new Cause(
                        PauseReason.SITE_MAINTENANCE,
                        subject + " is under maintenance",
                        note(entry.note()),
                        entry.endsAt()));
    }

    private static String note(String text) {
        return text.isEmpty() ? "" : ": " + text;
    }

    private Optional<Cause> windowCause(String source, Instant at) {
        List<WeeklyWindow> of = windows.get(source);
        if (of == null || of.stream().anyMatch(window -> window.at(at).isPresent())) return Optional.empty();
        Instant opens = of.stream()
                .map(window -> window.opensAfter(at))
                .min(Instant::compareTo)
                .orElse(null);
        String link = source.equals(Limit.EVERYTHING)
                ? "Everything that comes to " + own
                : "The link " + source + " to " + own;
        List<String> shown = of.stream().map(WeeklyWindow::toString).toList();
        return Optional.of(new Cause(
                PauseReason.WINDOW_CLOSED, link + " is closed", "; it is open " + String.join("; ", shown), opens));
    }

    /** When the windows of a link close next, for a link that is open now; null for a link without windows or one that is always open. */
    @Nullable Instant closesAfter(String source, Instant at) {
        List<WeeklyWindow> of = windows.getOrDefault(source, List.of());
        Instant end = null;
        for (int step = 0; step < STEPS_MAX; step++) {
            Instant from = end == null ? at : end;
            Optional<Instant> later = of.stream()
                    .flatMap(window -> window.at(from).stream())
                    .map(WeeklyWindow.Span::to)
                    .max(Instant::compareTo);
            if (later.isEmpty()) return end;
            end = later.get();
        }
        return null;
    }

    /** When the windows of a link open next, for one that is closed by them now; null if it is not. */
    @Nullable Instant opensAfter(String source, Instant at) {
        return windowCause(source, at).map(Cause::until).orElse(null);
    }
}
