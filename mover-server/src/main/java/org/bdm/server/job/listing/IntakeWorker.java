package org.bdm.server.job.listing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.file.ListingLease;
import org.bdm.server.job.schedule.PlaceTurns;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.job.schedule.Worker;

/** Leases listings and runs each on a thread of its own; an owner who has none gets a place of one who has several. */
public final class IntakeWorker implements Worker {
    private static final int LISTINGS_AT_ONCE_MAX = 4;

    private final IntakeParts parts;
    private final PlaceTurns turns;

    /** With what listings need. */
    public IntakeWorker(IntakeParts parts) {
        this.parts = parts;
        this.turns = new PlaceTurns(parts.catalog().jobs(), parts.clock());
    }

    @Override
    public List<RunningWork> start(List<RunningWork> running, Runnable wake) {
        turns.see(running);
        List<RunningWork> started = new ArrayList<>();
        while (running.size() + started.size() < LISTINGS_AT_ONCE_MAX) {
            Optional<ListingLease> lease = parts.catalog().listings().leaseNext(IntakeParts.LEASE);
            if (lease.isEmpty()) break;
            RunningListing listing = new RunningListing(lease.get(), parts, wake);
            listing.begin();
            started.add(listing);
        }
        if (started.isEmpty() && running.size() >= LISTINGS_AT_ONCE_MAX)
            turns.share(running, Map.of(), parts.catalog().listings()::waiting, job -> true);
        return started;
    }
}
