package org.bdm.server.job.estimate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.limit.Limits;
import org.jspecify.annotations.Nullable;

/** The limits that somebody set and that a job cannot exceed, a few seconds old at most. Safe on any thread that may block. */
public final class KnownLimits {
    private static final Duration RECENT = Duration.ofSeconds(2);

    private final Limits limits;
    private final InstantSource clock;
    private @Nullable Read last; // guarded by this

    private record Read(Map<LimitedPlace, Long> byPlace, Instant at) {
        long of(LimitedPlace place) {
            return byPlace.getOrDefault(place, 0L);
        }
    }

    /** Reads when it is asked. */
    public KnownLimits(Limits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** The least of the limits of the job, of its link, of everything that comes here, and of its export; 0 for none. */
    public long bytesPerSecond(JobRequest request) {
        Read read = recent();
        long least = request.maxRateBytesPerSecond();
        least = lesser(least, read.of(LimitedPlace.link(Limit.EVERYTHING)));
        String source = request.source() == null ? null : SourceName.of(request.source());
        if (source != null) least = lesser(least, read.of(LimitedPlace.link(source)));
        String destination = request.destination();
        if (destination == null) return least;
        String export = Endpoint.parse(destination).export().value();
        return lesser(least, read.of(LimitedPlace.export(export)));
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
        Map<LimitedPlace, Long> byPlace = new HashMap<>();
        for (Limit limit : limits.all()) byPlace.put(limit.place(), limit.inBytesPerSecondMax());
        return new Read(byPlace, now);
    }
}
