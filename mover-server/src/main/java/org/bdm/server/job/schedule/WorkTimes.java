package org.bdm.server.job.schedule;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Event;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The times that the work on a job took, summed over all its runs. Each run writes its own times into the history of the job, so that they outlive
 * the process.
 *
 * @param listingMillis listings ran
 * @param movingMillis sessions ran
 * @param verifyingMillis files were read again, summed over files
 * @param placingMillis files were forced and placed, summed over files and batches
 * @param streamsMost most data streams at once
 */
public record WorkTimes(
        long listingMillis, long movingMillis, long verifyingMillis, long placingMillis, int streamsMost) {
    /** Nothing ran. */
    public static final WorkTimes NONE = new WorkTimes(0, 0, 0, 0, 0);

    private static final String LISTING = "LISTING_RAN";
    private static final String MOVING = "MOVING_RAN";
    private static final int EVENTS_AT_ONCE = 1000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Only a listing that took so long. */
    public static WorkTimes listing(Duration took) {
        return new WorkTimes(took.toMillis(), 0, 0, 0, 0);
    }

    /** Both together. */
    public WorkTimes plus(WorkTimes other) {
        return new WorkTimes(
                listingMillis + other.listingMillis,
                movingMillis + other.movingMillis,
                verifyingMillis + other.verifyingMillis,
                placingMillis + other.placingMillis,
                Math.max(streamsMost, other.streamsMost));
    }

    /** Writes the times of one run into the history of the job. */
    public CompletableFuture<Event> note(Catalog catalog, JobId job) {
        boolean isListing = listingMillis > 0 && movingMillis == 0;
        String text = isListing
                ? "a listing ran for " + listingMillis + " ms"
                : "files were moved for " + movingMillis + " ms";
        return catalog.events().add(job, isListing ? LISTING : MOVING, text, JSON.writeValueAsString(this));
    }

    /** The times of all runs so far. May block. */
    public static WorkTimes of(Catalog catalog, JobId job) {
        WorkTimes sum = NONE;
        long after = 0;
        while (true) {
            List<Event> page = catalog.events().after(job, after, EVENTS_AT_ONCE);
            for (Event event : page) {
                if (event.code().equals(LISTING) || event.code().equals(MOVING)) sum = sum.plus(read(event.dataJson()));
                after = event.number();
            }
            if (page.size() < EVENTS_AT_ONCE) return sum;
        }
    }

    private static WorkTimes read(String json) {
        try {
            JsonNode data = JSON.readTree(json);
            return new WorkTimes(
                    data.path("listingMillis").asLong(0),
                    data.path("movingMillis").asLong(0),
                    data.path("verifyingMillis").asLong(0),
                    data.path("placingMillis").asLong(0),
                    data.path("streamsMost").asInt(0));
        } catch (JacksonException e) {
            return NONE; // of another version of the program: only the times are missing
        }
    }
}
