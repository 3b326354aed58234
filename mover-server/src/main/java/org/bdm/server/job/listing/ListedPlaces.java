package org.bdm.server.job.listing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.site.opening.Closure;
import org.jspecify.annotations.Nullable;

/** The places that a listing asks, and whether they may be asked now. Belongs to the listing's thread. */
final class ListedPlaces {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final Duration RECHECK_AFTER = Duration.ofSeconds(60);

    private final IntakeParts parts;
    private final JobId job;
    private List<String> now = List.of();
    private long lookedAt;
    private @Nullable Closure closure;

    ListedPlaces(IntakeParts parts, JobId job) {
        this.parts = parts;
        this.job = job;
    }

    /** From now on the places of this item are asked; if it is to be looked at there at all. */
    void of(NumberedItem item) {
        now = parts.openings().areAllOpen() ? List.of() : places(item);
        closure = parts.openings().closureOfAll(now).orElse(null);
        lookedAt = parts.nanoTime().getAsLong();
    }

    private List<String> places(NumberedItem item) {
        if (item.source() instanceof ItemSource.AtSite at)
            return List.of(at.endpoint().site().value());
        if (!(item.source() instanceof ItemSource.AtDataNode first) || !WebLooks.mustAsk(item.item())) return List.of();
        List<String> places = new ArrayList<>();
        try {
            places.add(first.node());
            List<ItemCopy> copies = parts.catalog()
                    .copies()
                    .ofItems(job, item.number(), item.number())
                    .getOrDefault(item.number(), List.of());
            for (ItemCopy copy : copies)
                if (copy.source() instanceof ItemSource.AtDataNode other) places.add(other.node());
        } catch (MoverException e) {
            return List.of(); // who asks it refuses it
        }
        return places;
    }

    private static String node(String location) {
        return new Copy(Copy.location(location), 0).node();
    }

    /** Why none of them may be asked now. Looks again four times a second. */
    Optional<Closure> closure() {
        long time = parts.nanoTime().getAsLong();
        if (!now.isEmpty() && time - lookedAt >= LOOK_NANOS) {
            lookedAt = time;
            closure = parts.openings().closureOfAll(now).orElse(null);
        }
        return Optional.ofNullable(closure);
    }

    /** Refuses to ask a place that is closed, while another one is not. */
    static void refuseClosed(IntakeParts parts, String location) {
        Optional<Closure> closed = parts.openings().closureOf(node(location));
        if (closed.isPresent()) throw closed.get().refusal();
    }

    /** True for an error that ends when a place opens. */
    static boolean isReason(MoverException error) {
        for (PauseReason reason : PauseReason.values()) {
            if (reason.isOfPlaces() && reason.name().equals(error.code().name())) return true;
        }
        return false;
    }

    /** Says why the job waits, for such an error. */
    JobReason reason(MoverException error, Instant time) {
        Closure closed = parts.openings().closureOfAll(now).orElse(null);
        return closed != null
                ? new JobReason(closed.reason().name(), closed.text(), time, closed.opensAt())
                : new JobReason(error.code().name(), error.sentence(), time, time.plus(RECHECK_AFTER));
    }
}
