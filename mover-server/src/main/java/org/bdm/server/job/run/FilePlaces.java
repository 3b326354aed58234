package org.bdm.server.job.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.site.opening.Closure;
import org.bdm.server.site.opening.Openings;

/** The places from which a job takes its files, and whether they may be used now. Belongs to the job's thread. */
final class FilePlaces {
    /** Waits for what nobody knows the end of; a change of the rules ends it sooner. */
    private static final Duration UNKNOWN = Duration.ofDays(365);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Openings openings;
    private final Clock clock;
    private final Map<Route, Set<String>> inUse = new HashMap<>(); // places that the open session of a route may ask
    private long lookedAt;
    private boolean hasLooked;

    FilePlaces(DispatchParts parts) {
        this.openings = parts.openings();
        this.clock = parts.clock();
    }

    /** True if a copy may be asked now. */
    boolean isOpen(Copy copy) {
        return openings.closureOf(copy.node()).isEmpty();
    }

    /** Why none of the files may be fetched now, by the place that opens first; empty if one of them may. */
    Optional<Closure> closureOf(List<FileRow> rows, KnownCopies copies) {
        Closure first = null;
        for (FileRow row : rows) {
            Optional<Closure> closure = closureOf(row, copies);
            if (closure.isEmpty()) return Optional.empty();
            first = first == null ? closure.get() : Closure.sooner(first, closure.get());
            if (row.item().source() instanceof ItemSource.AtSite) break; // all files of a chunk come from one site then
        }
        return Optional.ofNullable(first);
    }

    /** Why a file may not be fetched now. */
    Optional<Closure> closureOf(FileRow row, KnownCopies copies) {
        return openings.areAllOpen() ? Optional.empty() : openings.closureOfAll(of(row, copies));
    }

    private static Set<String> of(FileRow row, KnownCopies copies) {
        if (row.item().source() instanceof ItemSource.AtSite at) {
            return Set.of(at.endpoint().site().value());
        }
        Set<String> places = new HashSet<>();
        try {
            copies.of(row).forEach(copy -> places.add(copy.node()));
        } catch (MoverException e) {
            return Set.of(); // who makes the entry of the file refuses it
        }
        return places;
    }

    /** Says of a file why it waits, and until when. */
    FileTrouble trouble(Closure closure) {
        Instant until = closure.opensAt() == null ? clock.instant().plus(UNKNOWN) : closure.opensAt();
        return new FileTrouble(closure.code(), closure.refusal().detail(), until);
    }

    /** The time until the place opens. */
    Duration wait(Closure closure) {
        if (closure.opensAt() == null) return UNKNOWN;
        Duration wait = Duration.between(clock.instant(), closure.opensAt());
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    /** The session of a route is given these files. */
    void used(Route route, Collection<FileRow> rows, KnownCopies copies) {
        Set<String> places = inUse.computeIfAbsent(route, missing -> new HashSet<>());
        if (route.source() instanceof SourcePlace.OfSite site) {
            places.add(site.site().value());
            return;
        }
        for (FileRow row : rows) {
            for (Copy copy : copies.openOf(row)) places.add(copy.node());
        }
    }

    /** The session of a route ends. */
    void ended(Route route) {
        inUse.remove(route);
    }

    /** Routes whose session uses a place that has closed; looks four times a second. */
    List<Route> closed(long nanos) {
        if (hasLooked && nanos - lookedAt < LOOK_NANOS) return List.of();
        hasLooked = true;
        lookedAt = nanos;
        List<Route> closed = new ArrayList<>();
        if (openings.areAllOpen()) return closed;
        inUse.forEach((route, places) -> {
            if (places.stream().anyMatch(place -> openings.closureOf(place).isPresent())) closed.add(route);
        });
        return closed;
    }
}
