package org.bdm.server.job.estimate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.limit.LinkLimit;
import org.bdm.server.catalog.limit.LinkLimits;
import org.bdm.server.catalog.limit.PlaceLimit;
import org.bdm.server.catalog.limit.PlaceLimits;
import org.jspecify.annotations.Nullable;

/** The limits that somebody set and that a job cannot exceed, a few seconds old at most. Safe on any thread that may block. */
public final class KnownLimits {
    private static final Duration RECENT = Duration.ofSeconds(2);

    private final LinkLimits links;
    private final PlaceLimits places;
    private final InstantSource clock;
    private @Nullable Read last; // guarded by this

    private record Read(Map<String, Long> bySource, Map<String, Long> byExport, Instant at) {}

    /** Reads when it is asked. */
    public KnownLimits(LinkLimits links, PlaceLimits places, InstantSource clock) {
        this.links = links;
        this.places = places;
        this.clock = clock;
    }

    /** The least of the limits of the job, of its link, of everything that comes here, and of its export; 0 for none. */
    public long bytesPerSecond(JobRequest request) {
        Read read = recent();
        long least = request.maxRateBytesPerSecond();
        least = lesser(least, read.bySource().getOrDefault(LinkLimit.EVERYTHING, 0L));
        String source = request.source() == null ? null : SourceName.of(request.source());
        if (source != null) least = lesser(least, read.bySource().getOrDefault(source, 0L));
        String destination = request.destination();
        if (destination == null) return least;
        String export = Endpoint.parse(destination).export().value();
        return lesser(least, read.byExport().getOrDefault(export, 0L));
    }

    private static long lesser(long one, long other) {
        if (one == 0 || other == 0) return one + other;
        return Math.min(one, other);
    }

    private synchronized Read recent() {
        Instant now = clock.instant();
        if (last == null || !now.isBefore(last.at().plus(RECENT))) last = read(now);
        return last;
    }

    private Read read(Instant now) {
        Map<String, Long> bySource = new HashMap<>();
        for (LinkLimit limit : links.all()) bySource.put(limit.source(), limit.bytesPerSecondMax());
        Map<String, Long> byExport = new HashMap<>();
        for (PlaceLimit limit : places.all()) {
            if (limit.place().kind() == LimitedPlace.Kind.EXPORT)
                byExport.put(limit.place().name(), limit.inBytesPerSecondMax());
        }
        return new Read(bySource, byExport, now);
    }
}
