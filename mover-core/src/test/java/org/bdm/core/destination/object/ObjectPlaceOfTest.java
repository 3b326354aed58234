package org.bdm.core.destination.object;

import java.time.Duration;
import java.util.List;
import org.bdm.core.destination.Destination;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.id.JobId;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.testkit.TurnedClock;

/** A bucket in memory as a destination, with all that outlives a process. Waiting turns the clock. */
public final class ObjectPlaceOfTest {
    private final JobId job;
    private final long partBytes;
    private final TurnedClock clock = new TurnedClock();
    private final MemoryBucket bucket = new MemoryBucket(clock);
    private final MemoryStore journals = new MemoryStore();
    private final MemoryUploadNotes notes = new MemoryUploadNotes();
    private final PartMemory memory = new PartMemory(1 << 20);
    private StoreManners manners = StoreManners.ALL;

    /** An empty one, of parts of this length. */
    public ObjectPlaceOfTest(JobId job, long partBytes) {
        this.job = job;
        this.partBytes = partBytes;
    }

    /** The bucket. */
    public MemoryBucket bucket() {
        return bucket;
    }

    TurnedClock clock() {
        return clock;
    }

    MemoryUploadNotes notes() {
        return notes;
    }

    PartMemory memory() {
        return memory;
    }

    void manners(StoreManners next) {
        manners = next;
    }

    /** Asks the bucket. */
    StoreManners asked() {
        manners = new MannersProbe(bucket, ".bdm/asked/", request -> new Thread(request).start(), waiting()).ask();
        return manners;
    }

    StoreWait waiting() {
        return new StoreWait(clock, time -> clock.turn(time.plus(Duration.ofNanos(1))));
    }

    ObjectPlace place() {
        return new ObjectPlace("out", bucket, new BucketTree(bucket), BucketTree::key);
    }

    Destination destination(FinishOptions finishing) {
        ObjectSettings settings = new ObjectSettings(partBytes, partBytes << 10, 1000, 3, 4);
        return new ObjectDestination(
                place(),
                job,
                finishing,
                new ObjectDestination.Around(journals, notes, memory, manners, settings, waiting()));
    }

    /** The place. */
    public Destination destination() {
        return destination(new FinishOptions(false, PlaceMode.NEW, 0755));
    }

    /** The process dies: none of its requests is heard any more. */
    public void die() {
        bucket.diesAt(0, false);
        journals.restart();
    }

    /** Another process begins. */
    public void begin() {
        bucket.lives();
    }

    /** Uploads that are neither complete nor given up. */
    public List<String> unfinished() {
        return bucket.uploadsOpen();
    }
}
